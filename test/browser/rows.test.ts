import './rows/whole-way.ts';
import './rows/first-screen.ts';
import './rows/grid.ts';
import './rows/outcome.ts';
import './rows/desk.ts';
import './rows/other-programs.ts';
import './rows/sixty-rows.ts';

// What a person does with rows, from the connection of a merchant to their outcome. All share the page that the first opens; each test brings
// its own file, and the last one ends the gateway.
