/** Registers <heads-up-own-words>. */
import { OwnWordsElement } from "./own_words_element.js";

if (!customElements.get("heads-up-own-words")) customElements.define("heads-up-own-words", OwnWordsElement);
