// A board on which pieces are placed by finger, mouse or keys. It knows no lattice: cells are polygons, a piece has a list of ways
// (orientations), and a way has a list of placements.
import { Drawing, isCalm } from "./drawing.js";
import { Game } from "./game.js";
import { cheapest, distance, Geometry, REACH } from "./geometry.js";
import { listenToKeys } from "./keys.js";
import { listenToPointers } from "./pointer.js";
import { cellsInWords } from "./words.js";

const vibrate = (milliseconds) => { if (!isCalm()) navigator.vibrate?.(milliseconds); };

export class Board {
  /**
   * Options: `position`, or `past`, an earlier game; `keys`, the element that receives keys; `shortcuts`, further keys and their
   * actions; `bar`, the element for the buttons of the chosen piece (by default they are between board and tray);
   * `onchange(position)`, `onchoose(isChosen)`, and `onrefuse(reason)` if a piece cannot be placed.
   * @param {HTMLElement} root @param {Opened} opened
   */
  constructor(root, opened, options = {}) {
    this.root = root;
    this.opened = opened;
    const { position, past, palette = "colour", keys = root, shortcuts = {}, bar = null } = options;
    const { onchange = () => {}, onchoose = () => {}, onrefuse = () => {} } = options;
    this.onchange = onchange;
    this.onchoose = onchoose;
    this.onrefuse = onrefuse;
    /** @type {EventTarget} */
    this.keys = keys;
    this.shortcuts = shortcuts;
    this.geometry = new Geometry(opened);
    this.game = new Game(opened, past ?? { steps: [position], index: 0 });
    /** The index of each piece's current orientation. On a turned board, pieces are turned back, so that the tray looks as usual. */
    this.ways = opened.pieces.map(({ ways }) => {
      const upright = [1, 2, 3].reduce((way) => ways[way].turn ?? way, 0);
      return opened.isTurned && ways[upright].at.length ? upright : Math.max(0, ways.findIndex(({ at }) => at.length));
    });
    /** @type {{ piece: number, from: Place | null } | null} the chosen piece, and its placement if it is on the board */
    this.hand = null;
    /** @type {number | null} the cell at which the chosen piece would be placed */
    this.aim = null;
    /** @type {Place | null} the placement that the chosen piece would have */
    this.goal = null;
    this.cursor = 0; // the cell with the focus
    /** @type {import("./pointer.js").Drag | null} */
    this.drag = null;
    this.longPress = 500; // milliseconds until a press lifts a piece
    this.hasLetterKeys = true; // a setting, because speech input may type letters by accident
    this.note = ""; // why the chosen piece is not placed
    this.drawing = new Drawing(this, bar);
    this.listening = new AbortController();
    listenToPointers(this, this.listening.signal);
    listenToKeys(this, this.listening.signal);
    this.palette(palette);
  }

  get position() { return this.game.position; }
  get isDone() { return this.game.isDone; }
  get canUndo() { return this.game.index > 0; }
  get canRedo() { return this.game.index + 1 < this.game.steps.length; }
  /** Whether a pointer holds the chosen piece. */
  get isLifted() { return Boolean(this.drag?.matrix); }
  /** The current orientation of the chosen piece. */
  get way() { return this.hand && this.geometry.pieces[this.hand.piece].ways[this.ways[this.hand.piece]]; }

  nameOf(piece) { return this.opened.pieces[piece].name; }
  wayOf([piece, way]) { return this.geometry.pieces[piece].ways[way]; }
  middleOf(place) { return this.game.cells(place)[this.wayOf(place).centre]; }
  isFree(place) { return this.game.isFree(place, this.hand?.from); }

  /**
   * Return the placement of the chosen piece whose cell `held` is nearest to a point. If any placement is free, return a free one.
   * @returns {Place | null}
   */
  nearest(held, point, isAllowed) {
    const { piece } = this.hand;
    /** @returns {Place} */
    const place = (at) => [piece, this.ways[piece], at];
    const best = cheapest(this.way.at, (cells, at) => {
      if (!isAllowed(cells)) return Infinity;
      return distance(this.geometry.centres[cells[held]], point) + (this.isFree(place(at)) ? 0 : 1e6);
    });
    return best < 0 ? null : place(best);
  }

  /** Return the nearest placement whose cell `held` is less than `reach` away from a point. */
  within(reach, held, point) { return this.nearest(held, point, (cells) => distance(this.geometry.centres[cells[held]], point) < reach); }

  /** Return the placement of the chosen piece on a cell, with the middle of the piece as near to the cell as possible. */
  placeOn(cell) { return this.nearest(this.way.centre, this.geometry.centres[cell], (cells) => cells.includes(cell)); }

  findGoal() {
    if (this.isLifted) return;
    const isOpen = this.hand && this.aim !== null && !this.game.owner[this.aim];
    this.goal = isOpen ? this.placeOn(this.aim) : null;
  }

  changed(text) {
    this.drawing.say(text + (this.isDone ? ". The board is full." : ""));
    this.mark(null);
    this.drawing.redraw();
    this.onchange(this.position);
  }

  refuse(text) {
    vibrate(20);
    this.drawing.say(text);
    if (this.hand) this.note = text;
    else this.onrefuse(text);
    this.drawing.redraw();
  }

  choose(piece, from = null) {
    this.hand = { piece, from };
    if (from) this.ways[piece] = from[1];
    this.note = "";
    this.drawing.see(false);
    this.drawing.say(`${this.nameOf(piece)} chosen`);
    this.drawing.redraw();
    this.onchoose(true);
  }

  /** Deselect the chosen piece. A piece that a pointer holds disappears or glides back. */
  release(isGliding = false) {
    if (this.isLifted) this.drawing.hideLifted(isGliding);
    this.hand = this.aim = this.drag = null;
    this.note = "";
    this.drawing.redraw();
    this.onchoose(false);
  }

  lay(place) {
    const { from, piece } = this.hand;
    // While copies are left, the piece stays chosen.
    if (from || this.drag || this.game.left(piece) < 2) this.release();
    if (String(place) === String(from)) return;
    this.game.lay([...this.game.laid.filter((other) => other !== from), place]);
    vibrate(8);
    this.changed(`${this.nameOf(piece)} placed on ${this.opened.words[this.middleOf(place)]}`);
  }

  takeBack(place) {
    if (!place || this.game.isGiven(place)) return;
    this.release();
    this.game.lay(this.game.laid.filter((other) => other !== place));
    this.changed(`${this.nameOf(place[0])} removed`);
  }

  /** Turn the chosen piece to its next orientation that has a placement or, on the board, to one that fits near where it is. */
  turn(move, isBack = false) {
    if (!this.hand) return;
    const { piece, from } = this.hand;
    const first = this.ways[piece];
    const { ways } = this.geometry.pieces[piece];
    const before = new Map(ways.map((way, n) => [way[move], n]));
    const after = (way) => (isBack ? before.get(way) : ways[way][move]) ?? first;
    if (from && !this.isLifted) {
      this.turnLaid(after);
      return;
    }
    this.onchoose(true);
    do this.ways[piece] = after(this.ways[piece]);
    while (this.ways[piece] !== first && !this.way.at.length);
    this.note = "";
    this.drawing.say(this.inWords());
    this.drawing.redraw();
    if (this.isLifted) this.drag.hold();
  }

  /** Return in words the chosen piece, its orientation, and whether it fits where it would be placed. */
  inWords() {
    const { piece } = this.hand;
    const all = this.opened.pieces[piece].ways.flatMap(({ at }, way) => (at.length ? [way] : []));
    this.findGoal();
    const where = this.goal ? `: ${cellsInWords(this.game.cells(this.goal), this.opened)}` : "";
    const fit = this.aim === null || this.isLifted ? "" : (this.isFree(this.goal) ? ", fits" : ", does not fit") + where;
    return `${this.nameOf(piece)}, ${all.indexOf(this.ways[piece]) + 1} of ${all.length}${fit}`;
  }

  turnLaid(after) {
    const { piece, from } = this.hand;
    const spot = this.geometry.centres[this.middleOf(from)];
    const first = this.ways[piece];
    while ((this.ways[piece] = after(this.ways[piece])) !== first) {
      const to = this.within(2 * REACH, this.way.centre, spot);
      if (!this.isFree(to)) continue;
      this.lay(to);
      this.choose(piece, this.game.laid.at(-1));
      return;
    }
    this.refuse(`${this.nameOf(piece)} fits there in no other orientation`);
  }

  /** Place the chosen piece on an empty cell; choose the piece on a covered one, or turn it if it is already chosen. */
  act(cell) {
    const place = this.game.owner[cell];
    if (place && this.game.isGiven(place)) this.refuse(`${this.nameOf(place[0])} is fixed`);
    else if (place && this.hand?.from === place) this.turn("turn");
    else if (place) this.choose(place[0], place);
    else if (!this.hand) this.drawing.say(this.drawing.cells[cell].getAttribute("aria-label"));
    else this.layOn(cell);
  }

  layOn(cell) {
    this.aim = cell;
    const to = this.placeOn(cell);
    if (this.isFree(to)) this.lay(to);
    else this.refuse(`${this.nameOf(this.hand.piece)} does not fit there`);
  }

  /** Choose a piece from the tray or, if none is left there, on the board. With `isAimed`, as for keys, show where it would be placed. */
  take(piece, isAimed = true) {
    const from = this.game.left(piece) < 1 ? this.game.laid.findLast((place) => place[0] === piece) : null;
    if (from === undefined) {
      this.drawing.say(`${this.nameOf(piece)} is fixed`);
      return;
    }
    this.choose(piece, from);
    if (from || isAimed) this.look(from ? this.middleOf(from) : this.cursor);
  }

  /** Move the cursor and the chosen piece to a cell. */
  look(cell) {
    this.aim = cell;
    this.drawing.cells[cell].focus({ preventScroll: true });
    this.drawing.drawHand();
    if (this.hand && !this.game.owner[cell]) this.drawing.say(this.inWords());
    this.drawing.redraw();
  }

  travel(by) {
    if (!this.game.steps[this.game.index + by]) return;
    this.release();
    this.game.move(by);
    this.changed(by < 0 ? "Undone" : "Redone");
  }

  undo() { this.travel(-1); }
  redo() { this.travel(1); }

  set(places, text = "Pieces placed") {
    this.release();
    this.game.lay(this.game.checked(places));
    this.changed(text);
  }

  reset() { this.set([], "All pieces removed"); }
  mark(what) { this.drawing.mark(what); }
  heat(shares) { this.drawing.heat(shares); }
  palette(name) { this.drawing.palette(name); }

  destroy() {
    this.listening.abort();
    this.drawing.destroy();
  }
}
