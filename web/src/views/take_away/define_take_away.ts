/** Registers the list of what can be taken away. Importing this file is what makes it appear. */
import { registerElements } from "../common/register.js";
import { TakeAwayMenuElement } from "./take_away_menu_element.js";

registerElements([["heads-up-take-away-menu", TakeAwayMenuElement]]);
