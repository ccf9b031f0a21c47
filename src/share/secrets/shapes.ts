/** A kind of credential that is known by its look, whoever issued it (case A10). */
interface KeyShape {
  readonly name: string;
  readonly pattern: RegExp;
}

/**
 * Looks of common credentials. Each pattern is linear: a fixed start and one run of characters, so that no text can
 * make it slow (case C4). The first that fits a place gives its name.
 */
export const KEY_SHAPES: readonly KeyShape[] = [
  { name: 'private key', pattern: /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/g },
  { name: 'Anthropic key', pattern: /\bsk-ant-[A-Za-z0-9_-]{16,}/g },
  { name: 'OpenRouter key', pattern: /\bsk-or-[A-Za-z0-9_-]{16,}/g },
  { name: 'API key', pattern: /\bsk-[A-Za-z0-9_-]{20,}/g },
  { name: 'Google key', pattern: /\bAIza[A-Za-z0-9_-]{30,}/g },
  { name: 'Groq key', pattern: /\bgsk_[A-Za-z0-9]{20,}/g },
  { name: 'Hugging Face token', pattern: /\bhf_[A-Za-z0-9]{20,}/g },
  { name: 'GitHub token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})/g },
  { name: 'GitLab token', pattern: /\bglpat-[A-Za-z0-9_-]{16,}/g },
  { name: 'npm token', pattern: /\bnpm_[A-Za-z0-9]{30,}/g },
  { name: 'Slack token', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g },
  { name: 'AWS access key', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { name: 'JSON Web Token', pattern: /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g },
  { name: 'bearer token', pattern: /\bBearer\s{1,3}[A-Za-z0-9._~+/-]{16,}/gi },
  {
    name: 'password in an address',
    pattern: /\b[a-z][a-z0-9+.-]{1,12}:\/\/[^\s/:@"']{1,100}:[^\s/@"']{1,200}@/gi,
  },
  {
    name: 'key in an address',
    pattern: /[?&](?:api[-_]?key|key|access[-_]?token|token|sig|signature|secret|password)=[^\s&"'#]{8,}/gi,
  },
];
