// The types of the page: the questions and answers of `answers.py`, and what the browser stores. Only `tsc` in `ci/lint` reads this.

/** A placement: the indices of the piece, of one of its ways, and of one item of the way's `at`. */
type Place = [number, number, number];
type Point = [number, number];

/** An orientation of a piece. */
interface Way {
  /** The corners of each cell of the piece by itself, as x, y, x, y, ... */
  corners: number[][];
  /** The cells that each placement covers. */
  at: number[][];
  /** The middles of the cells of a solid, seen from a corner, and how near they are to the viewer. */
  spots?: [number, number, number][];
  /** The index of the way after each move. */
  turn?: number;
  flip?: number;
  tip?: number;
}

/** A way with measures for drawing. */
interface MeasuredWay extends Way {
  /** The polygons of the cells, and their middles. */
  shapes: Point[][];
  points: Point[];
  /** The width and height, and the middle of this box. */
  size: Point;
  box: Point;
  /** The index of the cell in the middle. */
  centre: number;
  /** The cells of a solid from back to front. */
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
  /** The corners of the cells of a calendar's date, which stay uncovered. */
  dates: number[][];
  /** The layers of a solid, and the visible faces of a cell. */
  layers: { name: string; cells: number[]; box: number[] }[];
  faces: { shade: string; corners: number[] }[];
  /** The middles of the cells of a solid, as in a way. */
  spots: [number, number, number][];
  /** Whether the page has turned the board. */
  isTurned?: boolean;
  /** Replace the rows and columns in a text by those of the turned board. */
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

/** A request for a puzzle. For a day or a level, the board is null until Python has made it. */
interface Asked {
  board: string | null;
  pieces: string | null;
  day?: string;
  calendar?: string;
  level?: string;
  /** The name of a board in the list. */
  label?: string;
  /** The seed of a new puzzle of this level. */
  seed?: number;
}

interface Hint {
  cell: number;
  /** The placements to show in turn, and how many placements fit on the cell. */
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

/** An answer has the members that belong to its question, or an error. */
interface Answer {
  error?: string;
  stopped?: boolean;
  /** Python could not be loaded: the next question tries again. */
  isUnloaded?: boolean;
  /** The program no longer answers. */
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
  /** The number of a solution among the distinct ones, from 1, and how many of them there are. */
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

/** Python in a worker. `load` loads it unless it has been loaded; `loaded` resolves when it is loaded. */
interface Python {
  ask: Ask;
  load: () => Promise<unknown>;
  loaded: Promise<unknown>;
}

interface Engine {
  ask: Ask;
  ready: Promise<unknown>;
  loaded?: Promise<unknown>;
  /** Try again to load Python. */
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

/** A game to continue: its steps, how many hints were asked for, the seconds spent, the last solutions
 * that were shown and that were new, and the placements made by hints, as text. */
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

/** What the browser stores. */
interface Memory {
  games?: Kept[];
  /** The seconds that each solved puzzle took. */
  solved?: Record<string, number>;
  /** The numbers of the solutions found for each puzzle. */
  found?: Record<string, number[]>;
  palette?: string;
  counter?: string;
  upright?: string;
  letters?: string;
  isTaught?: boolean;
}

/** The label of a button, and what it does. */
type Offer = [string, () => void];

/** The ranks of messages, the highest first. */
type Rank = "error" | "reason" | "lesson" | "goal";

/** A function that shows an error with buttons or, unless `isWrong`, what the page is doing. */
type Where = (text: string, offers?: Offer[], isWrong?: boolean) => void;

/** What a game knows about the page around it. `first` is the puzzle of an address without a fragment. */
interface Page {
  engine: Engine;
  message: import("./page/message.js").Message;
  view: View;
  first: Asked;
  /** Whether hints are available. */
  isReady: boolean;
  fit(): void;
  moved(): void;
  /** Open a puzzle; without one, show the dialog to choose one. */
  next(asks?: Asked): unknown;
}

/** What shows the messages of a session: the page or the widget. */
interface View {
  /** "auto", which shows the number of solutions left unless the puzzle has only one, "always" or "never". */
  counter: string;
  /** Show a message with buttons. */
  tell(text: string, offers?: Offer[], rank?: Rank): void;
  showLeft(text: string, isLost?: boolean): void;
  showHint(label: string, isBusy?: boolean): void;
  /** With true, offer to check the position instead of showing how many solutions are left. */
  showQuiet(isQuiet: boolean): void;
  showHeat(isOn: boolean): void;
  finish(): void;
}
