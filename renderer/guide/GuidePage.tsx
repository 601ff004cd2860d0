import Box from '@mui/material/Box';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { guidePath } from '../../contract/window/places.ts';
import { counted } from '../../contract/text/numbers.ts';
import { SearchField } from '../kit/fields/SearchField.tsx';
import { Page } from '../kit/layout/Page.tsx';
import { useShortcut } from '../kit/shortcuts/useShortcut.tsx';
import { guide } from './guide.ts';
import { Blocks } from './GuideBlocks.tsx';
import { useMatches } from './useMatches.ts';
import { Form } from '../kit/fields/Form.tsx';

/** Where the contents have no room beside the text. */
const narrow = '@media (max-width: 600px)';

/** The offline guide in the program: contents and a search on the left, the text on the right. */
export function GuidePage() {
  const { section } = useParams();
  const { key } = useLocation();
  const article = useRef<HTMLDivElement>(null);
  const [sought, setSought] = useState('');
  const { count, showNext } = useMatches(article, sought);
  useShortcut('F3', showNext, 'Next match');
  useEffect(() => {
    const heading = section === undefined ? null : document.getElementById(section);
    if (heading === null) article.current?.scrollTo({ top: 0 });
    else heading.scrollIntoView({ block: 'start' });
  }, [section, key]);
  return (
    <Page title="Guide" isFilling>
      <Box
        sx={{ display: 'flex', gap: 4, minHeight: 0, flex: 1, [narrow]: { flexDirection: 'column', gap: 1 } }}
      >
        <Box
          sx={{
            flex: 'none',
            width: 240,
            display: 'flex',
            flexDirection: 'column',
            gap: 1.5,
            [narrow]: { width: '100%', maxHeight: 160 },
          }}
        >
          <Form
            role="search"
            onSubmit={() => {
              showNext();
            }}
          >
            <SearchField value={sought} onChange={setSought} label="Find in the guide" width="100%" />
            <Box role="status" sx={{ minHeight: 20, mt: 0.5, fontSize: 12.5, color: 'text.secondary' }}>
              {sought.trim() === ''
                ? ''
                : count === 0
                  ? 'No matches'
                  : `${counted(count, 'match', 'matches')}. Enter goes to the next.`}
            </Box>
          </Form>
          <Box
            component="nav"
            aria-label="Contents"
            sx={{
              minHeight: 0,
              overflow: 'auto',
              display: 'flex',
              flexDirection: 'column',
              '& a': {
                padding: '5px 10px',
                borderRadius: '6px',
                fontSize: 13.5,
                color: 'text.secondary',
                textDecoration: 'none',
              },
              '& a:hover': { backgroundColor: 'action.hover' },
              '& a[aria-current]': {
                color: 'text.primary',
                backgroundColor: 'action.selected',
                fontWeight: 600,
              },
            }}
          >
            {guide.sections.map(({ id, title }) => (
              <Link
                key={id}
                to={`${guidePath}/${id}`}
                {...(id === section ? { 'aria-current': 'true' } : {})}
              >
                {title}
              </Link>
            ))}
          </Box>
        </Box>
        <Box
          ref={article}
          component="article"
          aria-label="Guide"
          tabIndex={0}
          sx={{
            flex: 1,
            minWidth: 0,
            overflow: 'auto',
            paddingRight: 2,
            fontSize: 14.5,
            lineHeight: 1.6,
            '& > *': { maxWidth: 820 },
            '::highlight(guide-match)': { backgroundColor: '#ffe08a', color: '#1b1b1b' },
            '::highlight(guide-match-here)': { backgroundColor: '#ff9f43', color: '#1b1b1b' },
          }}
        >
          <Blocks blocks={guide.blocks} />
        </Box>
      </Box>
    </Page>
  );
}
