import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { guidePath } from '../../contract/window/places.ts';
import type { Block, Inline } from './guide-tree.ts';

/** Parts of the guide, one below the other. */
export function Blocks({ blocks }: { readonly blocks: readonly Block[] }) {
  return blocks.map((block, index) => <BlockOf key={index} block={block} />);
}

function BlockOf({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'heading':
      return (
        <Box
          component={block.depth === 2 ? 'h2' : 'h3'}
          id={block.id}
          sx={{
            margin: block.depth === 2 ? '32px 0 10px' : '20px 0 8px',
            fontSize: block.depth === 2 ? 19 : 15.5,
            fontWeight: 600,
            lineHeight: 1.3,
          }}
        >
          <Inlines inline={block.inline} />
        </Box>
      );
    case 'paragraph':
      return (
        <Box component="p" sx={{ margin: '0 0 12px' }}>
          <Inlines inline={block.inline} />
        </Box>
      );
    case 'picture': {
      const { src, alt, width, height } = block.picture;
      return (
        <Box
          component="img"
          src={src}
          alt={alt}
          width={width}
          height={height}
          sx={{
            display: 'block',
            width: '100%',
            height: 'auto',
            margin: '4px 0 16px',
            border: 1,
            borderColor: 'divider',
            borderRadius: '8px',
          }}
        />
      );
    }
    case 'list':
      return (
        <Box
          component={block.isOrdered ? 'ol' : 'ul'}
          sx={{
            margin: '0 0 12px',
            paddingLeft: 3,
            '& li': { marginBottom: '6px' },
            '& li > p:last-child': { marginBottom: 0 },
          }}
        >
          {block.items.map((item, index) => (
            <li key={index}>
              <Blocks blocks={item} />
            </li>
          ))}
        </Box>
      );
    case 'table':
      return (
        <Box
          component="table"
          sx={{
            borderCollapse: 'collapse',
            width: '100%',
            margin: '0 0 16px',
            fontSize: 13.5,
            lineHeight: 1.5,
            '& th, & td': {
              padding: '6px 10px',
              textAlign: 'left',
              verticalAlign: 'top',
              borderBottom: 1,
              borderColor: 'divider',
            },
            '& th': { fontWeight: 600 },
            '& td:first-of-type': { fontWeight: 500, whiteSpace: 'nowrap' },
          }}
        >
          <thead>
            <tr>
              {block.head.map((cell, index) => (
                <th key={index} scope="col">
                  <Inlines inline={cell} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row, index) => (
              <tr key={index}>
                {row.map((cell, place) => (
                  <td key={place}>
                    <Inlines inline={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Box>
      );
  }
}

function Inlines({ inline }: { readonly inline: readonly Inline[] }) {
  return inline.map((part, index) => <Fragment key={index}>{inlineOf(part)}</Fragment>);
}

function inlineOf(part: Inline) {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'code':
      return (
        <Box
          component="code"
          sx={{
            typography: 'mono',
            padding: '1px 4px',
            borderRadius: '4px',
            backgroundColor: 'action.hover',
            overflowWrap: 'anywhere',
          }}
        >
          {part.text}
        </Box>
      );
    case 'strong':
      return (
        <Box component="strong" sx={{ fontWeight: 600 }}>
          <Inlines inline={part.inline} />
        </Box>
      );
    case 'emphasis':
      return (
        <em>
          <Inlines inline={part.inline} />
        </em>
      );
    case 'link':
      return (
        <MuiLink component={Link} to={`${guidePath}/${part.to}`}>
          <Inlines inline={part.inline} />
        </MuiLink>
      );
  }
}
