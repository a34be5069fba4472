/** Registers the field for own words. Importing this file is what makes it appear. */
import { OwnWordsElement } from "./own_words_element.js";

if (!customElements.get("heads-up-own-words")) customElements.define("heads-up-own-words", OwnWordsElement);
