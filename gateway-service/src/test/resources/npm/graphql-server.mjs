// Customers with even ids by GraphQL: node graphql-server.mjs PORT, in a directory that has node_modules/graphql.
import http from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(path.join(process.cwd(), 'server.cjs'));
const { buildSchema, graphql } = require('graphql');
const schema = buildSchema(`
  type Customer { id: ID! lastName: String city: String }
  type Query { customers(ids: [ID!]!): [Customer] }
`);
const rootValue = {
  customers: ({ ids }) => {
    if (ids.includes('bad')) throw new Error('no such form of id');
    return ids
      .filter((id) => /^\d+$/.test(id) && id % 2 === 0)
      .map((id) => ({ id, lastName: 'name' + id, city: 'Bonn' }));
  },
};
const server = http.createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', async () => {
    const { query, variables } = JSON.parse(body || "{\"query\": \"\"}");
    const result = await graphql({ schema, source: query, rootValue, variableValues: variables });
    response.writeHead(result.data ? 200 : result.errors[0].path ? 200 : 400, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(result));
  });
});
server.listen(Number(process.argv[2]), "localhost");
