// Stores the page for use without a network. The address of this worker names the build, so each build installs a new worker.
const NAME = `pentomino-${new URL(location.href).searchParams.get("build")}`;

async function keep() {
  const fresh = { cache: "no-cache" }; // load a file again only if it has changed
  const { files } = await (await fetch("files.json", fresh)).json();
  const cache = await caches.open(NAME);
  await cache.addAll(["./", "files.json", ...Object.keys(files)].map((path) => new Request(path, fresh)));
  await self.skipWaiting();
}

async function drop() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("pentomino-") && name !== NAME).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answered(request) {
  // This list shows whether there is a new build, so it is loaded from the network if possible.
  if (new URL(request.url).pathname.endsWith("/files.json")) {
    try {
      return await fetch(request);
    } catch {}
  }
  const cache = await caches.open(NAME);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(drop()));
addEventListener("fetch", (event) => {
  const isOwn = new URL(event.request.url).origin === location.origin;
  if (isOwn && event.request.method === "GET") event.respondWith(answered(event.request));
});
