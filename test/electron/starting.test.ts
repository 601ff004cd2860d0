import { describe } from 'vitest';
// First, so that its browser ends after all of them.
import './start-app.ts';

const subjects = {
  'a question to the person': () => import('./starting/questions.ts'),
  'something unsaved': () => import('./starting/unsaved.ts'),
  'an opened file': () => import('./starting/opened-files.ts'),
  'a long update': () => import('./starting/long-update.ts'),
};

// Their tests start apps of their own, so they can share a process, which loads the program once for all of them.
for (const [subject, load] of Object.entries(subjects))
  describe(subject, async () => {
    await load();
  });
