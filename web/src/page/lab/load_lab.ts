/** Loads the code of the leak lab. */
export const loadLab = () => import("./lab_page.js");
