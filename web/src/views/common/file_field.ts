/** A field that takes a file: chosen by its hidden input, or dropped on it. */
import { css, type ReactiveControllerHost } from "lit";

interface Host extends ReactiveControllerHost {
  readonly renderRoot: HTMLElement | DocumentFragment;
}

export class FileFieldController {
  readonly #host: Host;
  readonly #take: (file: File) => void;
  /** A file is held over the field. */
  over = false;

  constructor(host: Host, take: (file: File) => void) {
    this.#host = host;
    this.#take = take;
  }

  readonly choose = (): void =>
    this.#host.renderRoot.querySelector<HTMLInputElement>("input[type=file]")?.click();

  readonly onChosen = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    if (file) this.#take(file);
    input.value = ""; // so that the same file can be chosen again after it is fixed
  };

  readonly onOver = (event: DragEvent): void => {
    event.preventDefault();
    this.#hold(true);
  };

  readonly onLeave = (): void => this.#hold(false);

  readonly onDrop = (event: DragEvent): void => {
    event.preventDefault();
    this.#hold(false);
    const file = event.dataTransfer?.files[0];
    if (file) this.#take(file);
  };

  #hold(over: boolean): void {
    this.over = over;
    this.#host.requestUpdate();
  }
}

export const fileField = css`
  .field {
    display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; padding: 6px 8px;
    border: 1px dashed var(--hu-muted); border-radius: 3px;
  }
  .field.over { border-style: solid; background: var(--hu-blank); }
`;
