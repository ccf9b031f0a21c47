import { describe, expect, it } from 'vitest';
import { whoOpens } from '../../../src/app/share/exportChoices';

const said = (address: string): string => whoOpens(new URL(address));

describe('S1 who can open a link that is made here', () => {
  it.each(['http://localhost:4173/', 'http://127.0.0.1:4173/', 'http://[::1]/', 'http://a.localhost/'])(
    'from %s nobody elsewhere',
    (address) => {
      expect(said(address)).toMatch(/which is this device: elsewhere it opens nothing/);
    },
  );

  it.each([
    'http://192.168.1.20:4173/',
    'http://10.0.0.5/',
    'http://172.16.4.1/',
    'http://172.31.255.1/',
    'http://100.64.0.1/',
    'https://planloom.home.arpa/',
    'https://nas.local/',
    'https://nas:8443/',
    'http://[fd12:3456::1]/',
    'http://[fe80::1]/',
  ])('from %s those of the network', (address) => {
    expect(said(address)).toMatch(/in your own network/);
    expect(said(address)).toContain(new URL(address).host);
  });

  it.each([
    'https://planloom.example.org/tools/',
    'https://172.32.0.1/',
    'https://192.169.0.1/',
    'https://10.example.org/',
    'https://local.example/',
    'http://[2001:db8::1]/',
  ])('from %s anybody who has it', (address) => {
    expect(said(address)).toMatch(/^Anybody who has the link/);
  });
});
