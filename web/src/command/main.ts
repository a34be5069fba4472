#!/usr/bin/env node
/** The program of the package; docs/command-line.md describes it. */
import { command } from "./command.js";

process.exitCode = await command(process.argv.slice(2));
