import { EventEmitter } from 'node:events';
import type { Browser } from 'playwright-core';
import { SessionDouble } from './sessions.ts';
import type { WindowDouble } from './window.ts';

export type WorldOptions = {
  readonly browser: Browser;
  /** Whether this is the first start: a second one does not get the lock. */
  readonly hasLock?: boolean;
  readonly isPackaged?: boolean;
  /** Whether the system has notifications. */
  readonly hasNotifications?: boolean;
  /** Switches of Chromium's command line. */
  readonly switches?: readonly string[];
  /** Presses a button by its words; the usual person presses the default one. */
  readonly answer?: Answer;
  readonly screens?: readonly { x: number; y: number; width: number; height: number }[];
};

type MessageBox = {
  buttons: string[];
  message: string;
  detail?: string;
  title?: string;
  defaultId?: number;
  cancelId?: number;
  signal?: AbortSignal;
};
/** The words of the button that is pressed, at once or after a while. */
type Answer = (question: MessageBox) => string | Promise<string>;
type Handler = (event: object, message: unknown) => unknown;

/** What a person does at dialogs, and what the program asked, told and opened. */
export class World {
  readonly browser: Browser;
  readonly options: WorldOptions;
  readonly session = new SessionDouble();
  /** Sessions apart from the page's, by name. */
  readonly partitions = new Map<string, SessionDouble>();
  readonly app = new EventEmitter();
  readonly windows = new Set<WindowDouble>();
  readonly closings: Promise<void>[] = [];
  readonly questions: MessageBox[] = [];
  readonly fileQuestions: object[] = [];
  readonly errors: string[] = [];
  readonly opened: string[] = [];
  readonly openedPaths: string[] = [];
  /** Why the file manager opens nothing; empty: it does. */
  openProblem = '';
  /** What keeps the computer awake, by ID. */
  readonly blockers = new Map<number, string>();
  /** What was shown outside the window; `click` as a person does it. */
  readonly notices: { title: string; body: string; click: () => void }[] = [];
  /** The number at the icon; null: none was ever set. */
  badge: number | null = null;
  readonly privileges: object[] = [];
  menu: object[] = [];
  paths = new Map<string, string>();
  isSandboxed = false;
  exitCode: number | null = null;
  themeSource = 'system';

  answer: Answer;
  /** The file that the person chooses; null: none. */
  chosenFile: string | null = null;

  readonly ipc = {
    handlers: new Map<string, Handler>(),
    invoke: async (channel: string, event: object, message: unknown): Promise<unknown> => {
      const handler = this.ipc.handlers.get(channel);
      if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
      return structuredClone(await handler(event, structuredClone(message)));
    },
  };

  constructor(options: WorldOptions) {
    this.browser = options.browser;
    this.options = options;
    this.answer = options.answer ?? (({ buttons, defaultId = 0 }) => buttons[defaultId] ?? '');
  }

  /** A question that the program waits for, which a person answers at once. */
  askNow(question: MessageBox): number {
    this.questions.push(question);
    const words = this.answer(question);
    return typeof words === 'string' ? question.buttons.indexOf(words) : (question.cancelId ?? 0);
  }

  /** As Electron: an aborted signal closes the question as if a person had cancelled it. */
  async ask(question: MessageBox): Promise<{ response: number }> {
    this.questions.push(question);
    const { buttons, cancelId = 0, signal } = question;
    const pressed = Promise.resolve(this.answer(question)).then((words) => buttons.indexOf(words));
    const closed = new Promise<number>((resolve) =>
      signal?.addEventListener('abort', () => resolve(cancelId), { once: true }),
    );
    return { response: await Promise.race([pressed, closed]) };
  }
}
