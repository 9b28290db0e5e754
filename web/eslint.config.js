import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import { defineConfig, globalIgnores } from 'eslint/config'
import globals from 'globals'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

export default defineConfig(
  globalIgnores(['src/lib/messages.d.ts', 'verify/', 'public/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  ts.configs.stylisticTypeChecked,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: { project: ['./tsconfig.json', './worker/tsconfig.json'], extraFileExtensions: ['.svelte'] },
    },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      // With noUncheckedIndexedAccess, `!` is how an index that is known to be right is written.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/no-empty-function': ['error', { allow: ['arrowFunctions', 'methods'] }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_$' }],
      // It forgets that values change during an await, and that older browsers lack parts of the API.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // `void value` in an effect makes it depend on the value.
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      // An empty string or NaN is replaced, too.
      '@typescript-eslint/prefer-nullish-coalescing': [
        'error',
        { ignorePrimitives: true, ignoreConditionalTests: true, ignoreMixedLogicalExpressions: true },
      ],
      // There are no enums and no stores, and these rules are slow.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      'svelte/require-store-reactive-access': 'off',
      // Dice, fields and options are written with ASCII letters.
      '@typescript-eslint/no-misused-spread': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    rules: {
      // Sets and queries are replaced as a whole or never shown.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    // The parser gives the parameters of snippets and generic components the type any; svelte-check knows their types.
    files: ['**/*.svelte'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    // The build: its types would need those of Node.
    files: ['*.js', '*.mjs', '*.ts'],
    extends: [ts.configs.disableTypeChecked],
    languageOptions: { globals: globals.node },
  },
  {
    files: ['**/*.test.ts', 'tests/**'],
    rules: {
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
)
