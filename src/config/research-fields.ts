import { field } from './field.ts';
import { serviceUrl, text } from './kinds.ts';

/** Ranking by meaning, which needs a service of the operator's. */
export const RESEARCH_FIELDS = {
  embeddingsUrl: field({
    name: 'PLAINSIGHT_EMBEDDINGS_URL',
    flag: '--embeddings-url',
    kind: serviceUrl,
    fallback: '',
    fallbackText: 'none; words alone decide',
    about: 'OpenAI-compatible embeddings service that research ranks passages with; it is sent the query and passages.',
    since: '0.1.0',
  }),
  embeddingsModel: field({
    name: 'PLAINSIGHT_EMBEDDINGS_MODEL',
    flag: '--embeddings-model',
    kind: text('the name of a model'),
    fallback: 'text-embedding-3-small',
    about: 'Model that the embeddings service is asked for.',
    since: '0.1.0',
  }),
  embeddingsKey: field({
    name: 'PLAINSIGHT_EMBEDDINGS_KEY',
    flag: null,
    kind: text('a key of visible ASCII characters', /^[\x21-\x7e]*$/u),
    fallback: '',
    about: 'Key of the embeddings service, when it wants one.',
    secret: true,
    since: '0.1.0',
  }),
};
