/** Show how much of Python is loaded, beside messages and in dialogs; null hides it. @param {number | null} share */
export function showLoading(share) {
  for (const place of document.querySelectorAll("#message, dialog > header")) {
    /** @type {HTMLProgressElement} */
    const bar = place.querySelector(".loading") ?? place.appendChild(document.createElement("progress"));
    bar.className = "loading";
    bar.ariaLabel = "Python is loading";
    bar.hidden = share === null;
    if (share) bar.value = share;
    else bar.removeAttribute("value");
  }
}
