/**
 * Code lists and merchant information, each as the gateway gave it last. A list is one value, so that it is replaced whole or not at
 * all, and reading it is one look, however long it is.
 */
export const reference = `
CREATE TABLE codeLists (
  profileNumber INTEGER NOT NULL REFERENCES profiles,
  list TEXT NOT NULL,
  asOf INTEGER NOT NULL,
  codes TEXT NOT NULL,
  PRIMARY KEY (profileNumber, list)
) STRICT, WITHOUT ROWID;
CREATE TABLE merchantInfos (
  profileNumber INTEGER PRIMARY KEY REFERENCES profiles,
  asOf INTEGER NOT NULL,
  info TEXT NOT NULL
) STRICT;
`;
