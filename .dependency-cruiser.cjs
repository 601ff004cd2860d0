/**
 * The house: imports run one way only, type imports included. Each rule names a folder and the only
 * places that it may import from; whatever is not named is forbidden.
 */

/** What each folder may import of ours, and which npm packages; `node` says whether Node's own modules are allowed. */
const rooms = {
  contract: { ours: ['^contract/'], packages: ['zod'], node: false },
  'main/core': { ours: ['^main/core/', '^contract/'], packages: ['zod'], node: ['crypto'] },
  'main/gateway': {
    ours: ['^main/gateway/', '^main/core/ports/', '^contract/'],
    packages: ['undici', 'jose'],
    node: true,
  },
  'main/store': {
    ours: ['^main/store/', '^main/core/ports/', '^contract/'],
    packages: ['zod', 'better-sqlite3'],
    node: true,
  },
  'main/keys': {
    ours: ['^main/keys/', '^main/core/ports/', '^contract/'],
    packages: ['@napi-rs/keyring'],
    node: true,
  },
  'main/files': {
    ours: ['^main/files/', '^main/core/ports/', '^contract/'],
    packages: ['zod', 'csv-parse', 'ibantools', 'saxes', '@myriaddreamin/typst-ts-node-compiler'],
    node: true,
  },
  'main/callbacks': {
    ours: ['^main/callbacks/', '^main/core/ports/', '^contract/'],
    packages: ['zod'],
    node: true,
  },
  'main/faces': {
    ours: ['^main/faces/', '^main/dispatch\\.ts$', '^main/compose\\.ts$', '^contract/'],
    packages: ['zod', 'electron', 'electron-updater'],
    node: true,
  },
  preload: { ours: ['^preload/', '^contract/'], packages: ['electron'], node: false },
  renderer: {
    ours: ['^renderer/', '^contract/'],
    packages: [
      'react',
      'react-dom',
      '@mui',
      '@emotion',
      '@tanstack',
      'qrcode',
      'react-hook-form',
      'react-router',
      '@fontsource',
      '@fontsource-variable',
      '@types/react',
      '@types/react-dom',
      'zod',
    ],
    node: false,
  },
  sandbox: { ours: ['^sandbox/', '^contract/'], packages: ['zod'], node: true },
};

/** The folders of the core from the lowest to the highest: no import runs from a lower one to a higher one. */
const coreOrder = [
  'ports/',
  'context/',
  'settings/',
  'payments/',
  'reference/',
  'payees/',
  'maintenance/',
  'approvals/',
  'treasury/',
  'profiles/',
  'batches/',
  'sheets/',
  'sending/',
  'payouts/',
  'receiving/',
  'trial/',
  'core\\.ts',
];
const coreRules = coreOrder.map((room, place) => ({
  name: `main/core: ${room} imports nothing above it`,
  severity: 'error',
  from: { path: `^main/core/${room}` },
  to: { path: '^main/core/', pathNot: coreOrder.slice(0, place + 1).map((lower) => `^main/core/${lower}`) },
}));

const escape = (text) => text.replaceAll('/', '\\/');

const rules = Object.entries(rooms).flatMap(([room, { ours, packages, node }]) => {
  const from = { path: `^${room}/` };
  const rule = (name, to) => ({ name: `${room}: ${name}`, severity: 'error', from, to });
  const builtins =
    node === true
      ? []
      : [
          rule('Node modules it may not use', {
            dependencyTypes: ['core'],
            pathNot: node === false ? '^$' : `^(node:)?(${node.join('|')})$`,
          }),
        ];
  return [
    rule('imports run one way', {
      path: '^(contract|main|preload|renderer|sandbox|test|scripts)/',
      pathNot: ours,
    }),
    rule('packages it may not use', {
      path: 'node_modules/',
      pathNot: packages.map((name) => `node_modules/${escape(name)}/`),
    }),
    ...builtins,
  ];
});

module.exports = {
  forbidden: [
    ...rules,
    ...coreRules,
    {
      name: 'renderer: only queries/ reads and writes',
      severity: 'error',
      from: { path: '^renderer/', pathNot: '^renderer/(queries/|main\\.tsx$)' },
      to: { path: '^renderer/queries/wire/(call|operations)\\.ts$|node_modules/@tanstack/react-query/' },
    },
    { name: 'no circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'everything resolves', severity: 'error', from: {}, to: { couldNotResolve: true } },
    { name: 'nothing imports tests', severity: 'error', from: { pathNot: '^test/' }, to: { path: '^test/' } },
    {
      name: 'electron stays in its face',
      severity: 'error',
      from: { pathNot: '^(main/faces/electron|main/electron\\.ts|preload/|test/)' },
      to: { path: '^electron$|node_modules/electron/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
