// The placements on a board, and the steps that led to them. A placement is [piece, way, at].

/** @param {Place} one @param {Place} other */
export const isSame = (one, other) => one.every((number, i) => number === other[i]);

export class Game {
  /** @param {Opened} opened @param {Steps} past steps that may be invalid */
  constructor(opened, { steps, index }) {
    this.opened = opened;
    /** @type {Place[][]} */
    this.steps = steps.map((position) => this.checked(position));
    this.index = 0; // the step that is shown
    this.move(this.steps[index] ? index : 0);
  }

  get given() { return this.opened.given; }
  get laid() { return this.steps[this.index]; }
  get position() { return [...this.given, ...this.laid]; }

  /** @param {Place} place */
  cells([piece, way, at]) { return this.opened.pieces[piece].ways[way].at[at]; }
  /** @param {Place} place */
  isGiven(place) { return this.given.some((other) => isSame(place, other)); }

  /** Return how many copies of a piece may still be placed. */
  left(piece, position = this.position) {
    return (this.opened.pieces[piece].most ?? Infinity) - position.filter((place) => place[0] === piece).length;
  }

  /** Return the placements of a position that are possible together. The position may come from a link, so it can be any value. */
  checked(position) {
    const found = [...this.given];
    const covered = new Set(found.flatMap((place) => this.cells(place)));
    for (const place of Array.isArray(position) ? position : []) {
      const [piece, way, at] = Array.isArray(place) && place.every(Number.isInteger) ? place : [];
      const cells = this.opened.pieces[piece]?.ways[way]?.at[at];
      if (!cells || cells.some((cell) => covered.has(cell)) || this.left(piece, found) < 1) continue;
      cells.forEach((cell) => covered.add(cell));
      found.push([piece, way, at]);
    }
    return found.slice(this.given.length);
  }

  get isDone() {
    const { pieces, optional, spare } = this.opened;
    const empty = this.owner.flatMap((place, cell) => (place ? [] : [cell]));
    const isAllowed = empty.length <= (spare ?? Infinity) && empty.every((cell) => optional.includes(cell));
    const used = (piece) => this.position.filter((place) => place[0] === piece).length;
    return isAllowed && pieces.every(({ least }, piece) => used(piece) >= least);
  }

  /** Return whether a placement covers only empty cells and cells of `from`, where its piece is now. */
  isFree(place, from = null) {
    return Boolean(place) && this.cells(place).every((cell) => !this.owner[cell] || this.owner[cell] === from);
  }

  /** @param {Place[]} laid */
  lay(laid) {
    this.steps.splice(this.index + 1, Infinity, laid);
    this.move(1);
  }

  move(by) {
    this.index += by;
    /** @type {(Place | null)[]} the placement on each cell */
    this.owner = Array(this.opened.cells.length).fill(null);
    for (const place of this.position) for (const cell of this.cells(place)) this.owner[cell] = place;
  }
}
