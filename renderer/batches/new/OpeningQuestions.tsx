import { countText } from '../../../contract/text/numbers.ts';
import { columnsNeededText } from '../../../contract/text/files/note-text.ts';
import { DecimalSignDialog } from './DecimalSignDialog.tsx';
import { MappingDialog } from './MappingDialog.tsx';
import { mappingKey } from './mapping.ts';
import { MethodRulesDialog } from './MethodRulesDialog.tsx';
import type { Opening } from './useOpening.ts';

/** The open questions about a file, one at a time. */
export function OpeningQuestions({ opening }: { readonly opening: Opening }) {
  const { question, sourceName, dismiss } = opening;
  if (question === null) return null;
  switch (question.kind) {
    case 'columnsNeeded':
      return (
        <MappingDialog
          key={mappingKey(question)}
          question={question}
          message={columnsNeededText(sourceName, question.fault, question.table.headerRow !== null)}
          sourceName={sourceName}
          onAnswer={opening.answerColumns}
          {...(opening.isFile ? { onPlace: opening.answerPlace } : {})}
          onCancel={dismiss}
        />
      );
    case 'decimalSignNeeded':
      return (
        <DecimalSignDialog
          {...question}
          place={`Line ${countText(question.line)}`}
          action="Read the rows"
          onAnswer={opening.answerDecimalSign}
          onCancel={dismiss}
        />
      );
    case 'methodsNeeded':
      return (
        <MethodRulesDialog
          question={question}
          profileName={opening.profileName}
          onAnswer={opening.answerMethods}
          onCancel={dismiss}
        />
      );
  }
}
