// What the page and Python tell each other: the questions and answers of `answers.py`. Only `tsc` in `ci/lint` reads this.

/** The piece, its way, and the place of this way. */
type Place = [number, number, number];
type Point = [number, number];

interface Way {
  /** The corners of each cell off the board, as x, y, x, y, ... */
  corners: number[][];
  /** The cells that each place covers. */
  at: number[][];
  /** The middles of the cells of a solid as seen from a corner, and how near they are to the viewer. */
  spots?: [number, number, number][];
  /** The ways to which the moves lead. */
  turn?: number;
  flip?: number;
  tip?: number;
}

/** A way off the board. */
interface MeasuredWay extends Way {
  /** The polygons of the cells; the middles of the cells. */
  shapes: Point[][];
  points: Point[];
  /** Width and height, and the middle of both. */
  size: Point;
  box: Point;
  /** The index of the cell in the middle. */
  centre: number;
  /** The cells of a solid from far to near. */
  far: number[];
}

interface Piece {
  name: string;
  letter: string;
  colour: string;
  safe: string;
  least: number;
  most: number | null;
  ways: Way[];
}

interface Opened {
  corners: number[][];
  seams: [number, number, number][];
  step: Point;
  extent: Point;
  labels: [number, number, string][];
  /** The corners of cells with labels that are not on the board. */
  dates: number[][];
  /** The layers of a solid, and the visible faces of a cell. */
  layers: { name: string; cells: number[]; box: number[] }[];
  faces: { shade: string; corners: number[] }[];
  /** The middles of the cells of a solid, as in a way. */
  spots: [number, number, number][];
  /** Whether the page has turned the board. */
  isTurned?: boolean;
  /** Return a text with rows and columns of the board as the page shows it. */
  inWords?: (text: string) => string;
  cells: number[][];
  words: string[];
  optional: number[];
  spare: number | null;
  pieces: Piece[];
  given: Place[];
  document: object;
  error?: string;
}

/** A puzzle in words or as a document. The board is null until Python has made it: for a day, or at a level. */
interface Asked {
  board: string | null;
  pieces: string | null;
  day?: string;
  calendar?: string;
  level?: string;
  /** Of a board in the list. */
  label?: string;
  /** Of a new puzzle of this level. */
  seed?: number;
}

interface Hint {
  cell: number;
  /** The places to show, of which one is as good as another, and how many places fit on the cell. */
  ways: Place[];
  fits: number;
  forced: boolean;
  kind: string;
  left: number | null;
  cells: number[];
  excluded: Place[];
}

interface Choice {
  places: Place[];
  left: string;
  exact: boolean;
}

/** An answer: the members that its question has, or an error. */
interface Answer {
  error?: string;
  stopped?: boolean;
  /** Python could not be loaded: the next question tries again. */
  isUnloaded?: boolean;
  /** Nobody is there to answer. */
  isGone?: boolean;
  left?: string;
  exact?: boolean;
  hint?: Hint | null;
  kind?: string;
  text?: string;
  cells?: number[];
  reason?: Place[];
  choices?: Choice[];
  share?: number[];
  count?: string;
  /** The number of a solution among the distinct ones, from 1, and how many these are. */
  number?: number | null;
  of?: number;
  places?: Place[] | null;
  board?: string;
  html?: string | null;
  svg?: string;
}

interface Listening {
  onprogress?: (progress: { progress: number | null; found: string }) => void;
  signal?: AbortSignal;
}

type Ask = (question: { ask: string; [argument: string]: unknown }, listening?: Listening) => Promise<Answer>;

/** Python in a worker. `load` loads it if it is not there yet, `loaded` waits until somebody has done so. */
interface Python {
  ask: Ask;
  load: () => Promise<unknown>;
  loaded: Promise<unknown>;
}

interface Engine {
  ask: Ask;
  ready: Promise<unknown>;
  loaded?: Promise<unknown>;
  /** Try again to load what answers. */
  retry?: () => void;
  kind: "server" | "worker" | "file" | "none";
  board: string;
  opened: Promise<Opened>;
  token: string | null;
}

/** The steps of a game, and the index of the step that is shown. */
interface Steps {
  steps: unknown[];
  index: number;
}

/** A game that goes on: its steps, how many hints were asked for, the seconds of play, and
 * the last solutions that were shown and that were new, and the places that hints placed, as text. */
interface Past extends Steps {
  hints?: number;
  seconds?: number;
  shown?: string;
  newest?: string;
  placed?: string[];
}

interface Kept extends Past {
  asks: Asked;
}

/** What the browser keeps. */
interface Memory {
  games?: Kept[];
  /** The seconds that each solved puzzle took. */
  solved?: Record<string, number>;
  /** The numbers of the solutions that were found, by puzzle. */
  found?: Record<string, number[]>;
  palette?: string;
  counter?: string;
  upright?: string;
  letters?: string;
  isTaught?: boolean;
}

/** A button, and what it does. */
type Offer = [string, () => void];

/** What is told, by how much it matters. */
type Rank = "error" | "reason" | "lesson" | "goal";

/** What shows an error with buttons or, if nothing `isWrong`, what goes on. */
type Where = (text: string, offers?: Offer[], isWrong?: boolean) => void;

/** What a game knows of the page around it. `first` is what the bare address opens. */
interface Page {
  engine: Engine;
  message: import("./page/message.js").Message;
  view: View;
  first: Asked;
  /** Whether there are hints. */
  isReady: boolean;
  fit(): void;
  moved(): void;
  /** Open a puzzle, or show all if there is none. */
  next(asks?: Asked): unknown;
}

/** Who shows what a session tells. */
interface View {
  /** "auto", which shows the number of solutions left unless the puzzle has only one, "always" or "never". */
  counter: string;
  /** Show sentences, and buttons to press. */
  tell(text: string, offers?: Offer[], rank?: Rank): void;
  showLeft(text: string, isLost?: boolean): void;
  showHint(label: string, isBusy?: boolean): void;
  /** Show whether nothing is told about the position unless one asks. */
  showQuiet(isQuiet: boolean): void;
  showHeat(isOn: boolean): void;
  finish(): void;
}
