import type { Dialect } from './models.ts'

/** A provider that the settings page offers to add. `note` says what has to be set at the other end, '' where nothing. */
export interface ProviderPreset {
  readonly id: string
  readonly dialect: Dialect
  readonly label: string
  /** Without a trailing slash; may be edited. */
  readonly baseUrl: string
  readonly needsKey: boolean
  /** Where a key is made, in words; '' where none is needed. */
  readonly keyHint: string
  readonly note: string
}

const LOCAL_NOTE = 'Runs on this computer. The browser may ask for leave to reach the local network.'

/** The providers in the order in which they are offered (spec PV1). */
export const PROVIDER_PRESETS: readonly ProviderPreset[] = [
  {
    id: 'anthropic',
    dialect: 'anthropic',
    label: 'Anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    needsKey: true,
    keyHint: 'Made at console.anthropic.com under API keys. It begins with sk-ant-.',
    note: '',
  },
  {
    id: 'openai',
    dialect: 'openai-responses',
    label: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    needsKey: true,
    keyHint: 'Made at platform.openai.com under API keys. It begins with sk-.',
    note: 'Uses the Responses interface; nothing is stored at OpenAI (store: false).',
  },
  {
    id: 'openai-chat',
    dialect: 'openai-chat',
    label: 'OpenAI (Chat Completions)',
    baseUrl: 'https://api.openai.com/v1',
    needsKey: true,
    keyHint: 'Made at platform.openai.com under API keys. It begins with sk-.',
    note: 'The older interface: the reasoning of a model is not carried from step to step.',
  },
  {
    id: 'google',
    dialect: 'google',
    label: 'Google Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    needsKey: true,
    keyHint: 'Made at aistudio.google.com under API keys.',
    note: '',
  },
  {
    id: 'openrouter',
    dialect: 'openrouter',
    label: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    needsKey: true,
    keyHint: 'Made at openrouter.ai under Keys. It begins with sk-or-.',
    note: 'Passes requests on to many providers; prices come with the list of models.',
  },
  {
    id: 'ollama',
    dialect: 'openai-compatible',
    label: 'Ollama',
    baseUrl: 'http://localhost:11434/v1',
    needsKey: false,
    keyHint: '',
    note: `${LOCAL_NOTE} Start Ollama with OLLAMA_ORIGINS set to the address of this page, and choose a model that can call tools.`,
  },
  {
    id: 'lm-studio',
    dialect: 'openai-compatible',
    label: 'LM Studio',
    baseUrl: 'http://localhost:1234/v1',
    needsKey: false,
    keyHint: '',
    note: `${LOCAL_NOTE} In LM Studio's server settings, turn on "Enable CORS".`,
  },
  {
    id: 'vllm',
    dialect: 'openai-compatible',
    label: 'vLLM',
    baseUrl: 'http://localhost:8000/v1',
    needsKey: false,
    keyHint: 'Only if the server was started with --api-key.',
    note: `${LOCAL_NOTE} Start it with --enable-auto-tool-choice and the --tool-call-parser of the model; --allowed-origins limits who may ask.`,
  },
  {
    id: 'llama-cpp',
    dialect: 'openai-compatible',
    label: 'llama.cpp',
    baseUrl: 'http://localhost:8080/v1',
    needsKey: false,
    keyHint: 'Only if llama-server was started with --api-key.',
    note: `${LOCAL_NOTE} Start llama-server with --jinja, or it will not call tools.`,
  },
  {
    id: 'other',
    dialect: 'openai-compatible',
    label: 'Another OpenAI-compatible server',
    baseUrl: '',
    needsKey: false,
    keyHint: 'As the server asks for it.',
    note: 'The server must allow requests from this page (CORS), with the headers Authorization and Content-Type.',
  },
]
