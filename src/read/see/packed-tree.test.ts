import { readFile } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import { expect, test } from 'vitest';
import { parseDocument } from '../../html/parse.ts';
import type { HtmlNode, HtmlRoot } from '../../html/tree.ts';
import { packTree, unpackTree } from './packed-tree.ts';

/** Everything about a tree but its links upwards, which are checked on the way. */
function plain(node: HtmlNode | HtmlRoot, parent: unknown = null): unknown {
  expect(node.parent).toBe(parent);
  if (node.type === 'text' || node.type === 'comment') return [node.type, node.text, node.depth];
  const children = node.children.map((child) => plain(child, node));
  if (node.type === 'root') return ['root', node.quirks, node.depth, children];
  const { tag, namespace, attributes, depth, content } = node;
  return [tag, namespace, [...attributes], depth, children, content && plain(content, content.parent)];
}

const PAGES = {
  empty: '',
  nested: '<!doctype html><div a=1 b><p>one<b>two</b></p><!-- note -->three</div>',
  templates: '<template><p>inert<template><i>twice</i></template></p></template><p>after',
  foreign:
    '<svg viewBox="0 0 1 1"><title>t</title><foreignObject><p>html</p></foreignObject></svg><math><mi>x</mi></math>',
  quirks: '<p>no doctype<table><tr><td>cell',
  equal: '<p class=p>p</p>'.repeat(50),
  deep: `${'<div>'.repeat(400)}end`,
};

test.each(Object.entries(PAGES))('a tree is the same again after packing: %s', (_, html) => {
  const root = parseDocument(html);
  const [first] = unpackTree(deserialize(serialize(packTree(root).packed)));
  expect(first && plain(first)).toEqual(plain(root));
});

test('numbers name the same nodes again, in a real page too', async () => {
  const root = parseDocument(await readFile('corpus/templates/wikipedia.html', 'utf8'));
  const { packed, numbers } = packTree(root);
  const nodes = unpackTree(packed);
  expect(nodes.length).toBe(numbers.size);
  for (const [node, number] of numbers) {
    const again = nodes[number];
    expect(again?.type).toBe(node.type);
    if (node.type === 'element' && again?.type === 'element') expect(again.attributes).toEqual(node.attributes);
    if (node.type === 'text' && again?.type === 'text') expect(again.text).toBe(node.text);
  }
});
