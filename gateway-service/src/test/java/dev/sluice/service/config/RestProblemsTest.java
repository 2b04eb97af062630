package dev.sluice.service.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with services, lookups and endpoints is said with its place, its path and what to do. */
class RestProblemsTest {

    private static final String SERVICE = "services:\n  crm: {url: 'http://crm.test'}\n";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "url: 'ftp://a'             | 3:10 services.crm.url: expected a URL that starts with 'http://' or"
                        + " 'https://', without user, query or fragment, found a text",
                "url: 'http://u:p@a'        | 3:10 services.crm.url: expected a URL that starts with 'http://' or"
                        + " 'https://', without user, query or fragment, found a text",
                "url: 'http://a/b?c=d'      | 3:10 services.crm.url: expected a URL that starts with 'http://' or"
                        + " 'https://', without user, query or fragment, found a text",
                "url: 'http:///b'           | 3:10 services.crm.url: expected a URL that starts with 'http://' or"
                        + " 'https://', without user, query or fragment, found a text",
                "{user: a, url: 'http://a', token: t}  | 3:39 services.crm.token: 'user' is set as well; a service"
                        + " takes one kind of credentials",
                "{url: 'http://a', password: p}  | 3:33 services.crm.password: belongs to the key 'user', which is"
                        + " missing",
                "{url: 'http://a', user: 'a:b'}  | 3:29 services.crm.user: basic authentication takes no ':' in a user's"
                        + " name",
                "{url: 'http://a', token: ''}    | 3:30 services.crm.token: expected a text of printable characters that"
                        + " is not empty, found a text",
                "{url: 'http://a', keyStorePassword: p} | 3:41 services.crm.keyStorePassword: belongs to the key"
                        + " 'keyStore', which is missing",
                "{url: 'http://a', apiKey: k, apiKeyHeader: Host} | 3:48 services.crm.apiKeyHeader: expected a header's"
                        + " name that is none of HTTP's own, found the text 'Host'",
                "{url: 'http://a', callTimeout: 1s} | 3:36 services.crm.callTimeout: expected at least responseTimeout,"
                        + " which is 30s, found 1s",
                "retries: 5                 | 2:3 services.crm.url: missing: a URL that starts with 'http://' or"
                        + " 'https://', without user, query or fragment",
            })
    void shouldSayWhatItFoundWhenAServiceIsWrong(String keys, String problem) {
        assertEquals(List.of(problem), Yaml.problems("services:\n  crm:\n    " + keys));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{service: crm, sql: x}     | 5:20 lookups.a.sql: a lookup has either sql and a database, or a service",
                "{service: crn}             | 5:15 lookups.a.service: there is no service 'crn', did you mean 'crm'?",
                "{service: crm, writes: []} | 5:20 lookups.a.writes: a lookup only reads; what writes is declared under"
                        + " endpoints",
                "sql: SELECT 1              | 4:3 lookups.a.database: there is no database",
                "{request: {path: customers}} | 5:22 lookups.a.request.path: expected a path that begins with '/',"
                        + " found the text 'customers'",
                "{request: {path: '/a?id={1}'}} | 5:22 lookups.a.request.path: a path cannot contain '?' or '#';"
                        + " write a query under query",
                "{request: {query: '?id={1}'}, response: {key: /id}} | 5:23 lookups.a.request.query: leave out"
                        + " the '?' before the query; a query cannot contain '#'",
                "{request: {query: 'id={id1}'}, response: {key: /id}} | 5:23 lookups.a.request.query: there is no"
                        + " placeholder {id1}; there are {1}, {2} and so on, {key}, {id}, {items}, {payload} and"
                        + " {idempotencyKey}, and {{id1}} is the text {id1}",
                "{request: {body: '{\"query\": \"{a{id}}\", \"ids\": \"{items}\"}'}, response: {key: /id}} | 5:6"
                        + " lookups.a.request: {id} is a number that the gateway gives each item, but match is key, so the"
                        + " number is of no use; if you mean the text {id}, as in GraphQL, write {{id}}",
                "{request: {body: '{\"query\": \"{a{key}}\", \"ids\": \"{items}\"}'}, response: {key: /id}} | 5:22"
                        + " lookups.a.request.body: has {items} and also {key}; write {key} under item, or {{key}} if"
                        + " you mean the text {key}",
                "{request: {query: 'id={payload}'}, response: {key: /id}} | 5:23 lookups.a.request.query: {payload} is"
                        + " for endpoints, and this is a lookup",
                "{request: {query: 'id={1}', method: DELETE}, response: {key: /id}} | 5:41 lookups.a.request.method:"
                        + " expected one of GET, POST, PUT, PATCH, found the text 'DELETE'",
                "{request: {method: GET, body: '[\"{items}\"]'}, response: {key: /id}} | 5:35 lookups.a.request.body:"
                        + " GET sends no body; leave it out, or take POST",
                "{request: {query: 'id={1}', limit: 0}, response: {key: /id}} | 5:40 lookups.a.request.limit: expected a"
                        + " whole number from 1 to 10000, found the number '0'",
                "{request: {query: 'id={1}', item: x}, response: {key: /id}} | 5:39 lookups.a.request.item: the item is"
                        + " not used: there is no {items} in path, query or body",
                "{request: {query: 'id={1}&all={items}'}, response: {key: /id}} | 5:23 lookups.a.request.query: has"
                        + " {items} and also placeholders of a single item; write the latter under item",
                "{request: {query: 'id={items}', item: '{items}'}, response: {key: /id}} | 5:43 lookups.a.request.item:"
                        + " the template of an item cannot contain {items}",
                "{request: {path: /a, method: GET}, response: {key: /id}} | 5:6 lookups.a.request: the request contains"
                        + " no item: {items}, {1} or another placeholder is missing",
                "{request: {query: 'id={2}'}, response: {key: [/a, /b]}} | 5:6 lookups.a.request: the templates have"
                        + " {2}, but not {1}",
                "{request: {path: '/a/{1}', limit: 5}} | 5:39 lookups.a.request.limit: a call has one item, because"
                        + " path, body or headers contain an item: leave the limit out",
                "{request: {query: 'id={1}', limit: 5}, response: {match: single}} | 5:40 lookups.a.request.limit: a"
                        + " call has one item, because the whole response belongs to it: leave the limit out",
                "{request: {query: 'id={1}'}} | 4:3 lookups.a.response.key: missing: the place of the key in an item"
                        + " of the response, such as /id",
                "{request: {query: 'id={1}'}, response: {key: id}} | 5:50 lookups.a.response.key: expected a JSON"
                        + " pointer, such as /id, or the empty text for the whole, found the text 'id'",
                "{request: {query: 'id={1}'}, response: {key: /a~2}} | 5:50 lookups.a.response.key: expected a JSON"
                        + " pointer, such as /id, or the empty text for the whole, found the text '/a~2'",
                "{request: {query: 'id={1}'}, response: {key: [/a, /b]}} | 5:50 lookups.a.response.key: a key has 1"
                        + " argument, so give one place, not 2",
                "{request: {query: 'id={1}-{2}'}, response: {key: /a}} | 5:54 lookups.a.response.key: a key has 2"
                        + " arguments, so give a list of as many places, not 1",
                "{types: [long], request: {query: 'id={1}-{2}'}, response: {key: [/a, /b]}} | 5:21 lookups.a.request: the"
                        + " templates have {1} to {2}, but types has 1",
                "{request: {query: 'id={1}'}, response: {match: id}} | 5:52 lookups.a.response.match: the response"
                        + " cannot be matched by id: the request sends no {id}",
                "{service: crm, response: {match: none}} | 5:38 lookups.a.response.match: items of a lookup are matched"
                        + " by id or key; none is for endpoints",
                "{request: {path: '/{1}'}, response: {match: single, key: /id}} | 5:62 lookups.a.response.key: match"
                        + " does not use a key; leave the key out, or take another match",
                "{service: crm, response: {columns: {a: money}}} | 5:44 lookups.a.response.columns.a: expected one of"
                        + " boolean, long, double, decimal, text, bytes, date, time, timestamp, instant, uuid, doubles,"
                        + " found the text 'money'",
                "{request: {path: '/{1}', headers: {Authorization: x}}} | 5:40 lookups.a.request.headers.Authorization:"
                        + " expected a header's name that is none of HTTP's own and none that holds secrets, found"
                        + " 'Authorization'",
                "{request: {path: '/{1}', headers: {A: '{x}'}}} | 5:30 lookups.a.request.headers: there is no"
                        + " placeholder {x}; there are {1}, {2} and so on, {key}, {id}, {items}, {payload} and"
                        + " {idempotencyKey}, and {{x}} is the text {x}",
                "{request: {body: {ids: '{items}'}}, response: {key: /id}} | 5:22 lookups.a.request.body: expected a"
                        + " text that is not empty, found keys and values; put it in quotes",
                "{service: crm, respones: {}} | 5:20 lookups.a.respones: unknown key, did you mean 'response'?",
            })
    void shouldSayWhatItFoundWhenALookupIsWrong(String keys, String problem) {
        assertEquals(List.of(problem), Yaml.problems(SERVICE + "lookups:\n  a:\n    " + keys));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{payload: xml}  | 5:15 endpoints.e.payload: expected one of json, text, found the text 'xml'",
                "{request: {body: '[\"{1}\"]'}} | 5:22 endpoints.e.request.body: an event has no {1}; what the job"
                        + " sent is {payload}",
                "{request: {query: 'a={payload}'}} | 5:23 endpoints.e.request.query: {payload} is for bodies only",
                "{response: {many: true}} | 5:17 endpoints.e.response.many: unknown key",
                "{response: {match: key}} | 5:24 endpoints.e.response.match: an event has no key; take id, single or"
                        + " none",
            })
    void shouldSayWhatItFoundWhenAnEndpointIsWrong(String keys, String problem) {
        assertEquals(List.of(problem), Yaml.problems(SERVICE + "endpoints:\n  e:\n    " + keys));
    }

    @Test
    void shouldAskForAServiceWhenThereAreSeveral() {
        assertEquals(
                List.of("3:3 endpoints.e.service: missing: there are several services; name one of x, y"),
                Yaml.problems("services: {x: {url: 'http://a'}, y: {url: 'http://b'}}\nendpoints:\n  e: {}"));
    }

    @Test
    void shouldRefuseNamesWhenTheyCannotBeToldApart() {
        assertEquals(
                List.of(
                        "4:12 services.main: a database has the same name; logs and metrics need different names",
                        "6:13 endpoints.a: a lookup has the same name, in line 5; logs and metrics need different"
                                + " names"),
                Yaml.problems(Yaml.LEAST
                        + "services: {main: {url: 'http://a'}}\nlookups: {a: {service: main}}\nendpoints: {a: {}}"));
    }

    @Test
    void shouldNeverShowASecretWhenItIsWrong() {
        final List<String> problems = Yaml.problems("""
                services:
                  crm: {url: 'http://user:hunter2@crm.test', token: "hunter2\\n", apiKey: [hunter2]}
                """);

        assertEquals(4, problems.size(), problems::toString);
        assertFalse(problems.toString().contains("hunter2"), problems::toString);
    }
}
