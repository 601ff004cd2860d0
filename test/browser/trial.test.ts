import './trial/activity.ts';
import './trial/keyboard.ts';

// What a person finds in the sandbox that Bursar brings. All share the page that the first opens.
