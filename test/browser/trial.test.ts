import './trial/activity.ts';
import './trial/keyboard.ts';
import './trial/secret.ts';

// What a person finds in the sandbox that Bursar brings, and a second merchant beside it. All share the page that the first opens.
