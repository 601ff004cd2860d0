import { profileNumberOfKey } from '../profiles/profile-number.ts';
import { createHash } from 'node:crypto';
import type { TreasuryStore } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { integerIn, textIn, textOrNullIn } from '../read-row.ts';

/** Stored answers about payment options; answers with the same options share one list. */
export function optionMethods({ connection }: Context) {
  return {
    findOptions({ keyId, kind, currencyCode }, amounts) {
      const rows = connection.all(
        `SELECT amount, at, options, refusal FROM json_each(+?) AS asked
           CROSS JOIN optionAnswers ON profileNumber = ${profileNumberOfKey} AND kind = +? AND currencyCode = +?
             AND amount = asked.value
           CROSS JOIN optionLists USING (listNumber)`,
        JSON.stringify(amounts),
        keyId,
        kind,
        currencyCode,
      );
      return new Map(
        rows.map((row) => [
          textIn(row, 'amount'),
          {
            at: integerIn(row, 'at'),
            optionsJson: textIn(row, 'options'),
            refusalJson: textOrNullIn(row, 'refusal'),
          },
        ]),
      );
    },

    /** Stores nothing for a removed profile. */
    saveOptions({ keyId, kind, amount, currencyCode }, { at, optionsJson, refusalJson }) {
      const hash = createHash('sha256').update(optionsJson).digest();
      connection.transaction(() => {
        connection.insert('optionLists', { hash, options: optionsJson }, 'OR IGNORE');
        connection.run(
          `INSERT OR REPLACE INTO optionAnswers (profileNumber, kind, currencyCode, amount, at, listNumber, refusal)
           SELECT profileNumber, ?, ?, ?, ?, (SELECT listNumber FROM optionLists WHERE hash = +?), ?
           FROM profiles WHERE keyId = +?`,
          kind,
          currencyCode,
          amount,
          at,
          hash,
          refusalJson,
          keyId,
        );
      });
    },

    /** A list is deleted with the last answer that refers to it. */
    forgetOptions(before, limit) {
      return connection.transaction(() => {
        const rows = connection.all(
          `SELECT profileNumber, kind, currencyCode, amount, listNumber FROM optionAnswers WHERE at < +? ORDER BY at LIMIT +?`,
          before,
          limit,
        );
        for (const row of rows)
          connection.run(
            'DELETE FROM optionAnswers WHERE profileNumber = +? AND kind = +? AND currencyCode = +? AND amount = +?',
            integerIn(row, 'profileNumber'),
            textIn(row, 'kind'),
            textIn(row, 'currencyCode'),
            textIn(row, 'amount'),
          );
        for (const listNumber of new Set(rows.map((row) => integerIn(row, 'listNumber'))))
          connection.run(
            `DELETE FROM optionLists WHERE listNumber = +?
               AND NOT EXISTS (SELECT 1 FROM optionAnswers WHERE optionAnswers.listNumber = optionLists.listNumber)`,
            listNumber,
          );
        return rows.length;
      });
    },
  } satisfies Partial<TreasuryStore>;
}
