package dev.sluice.service.config;

import dev.sluice.api.ValueType;
import dev.sluice.service.config.ContractConfig.Again;
import dev.sluice.service.config.ContractConfig.Answer;
import dev.sluice.service.config.ContractConfig.Match;
import dev.sluice.service.config.ContractConfig.Missing;
import dev.sluice.service.config.ContractConfig.Nested;
import dev.sluice.service.config.yaml.Format;
import dev.sluice.service.config.yaml.HttpFormat;
import dev.sluice.service.config.yaml.Keys;
import dev.sluice.service.config.yaml.Keys.Key;
import dev.sluice.service.config.yaml.Section;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the form of a service's response. Keys that are left out get defaults that depend on other keys.
 *
 * @param section the section {@code response}
 * @param event whether the section belongs to an endpoint
 */
record AnswerReader(Section section, boolean event) {

    static final Keys KEYS = new Keys();
    private static final Key<String> ITEMS =
            KEYS.optional("items", HttpFormat.pointer(), "/items if match is id, otherwise the whole body", """
            The place of the items: a list, or an object with fields named by their keys.""");
    static final Key<Match> MATCH = KEYS.optional(
            "match",
            Format.choice(Match.values()),
            "key if key is set, id in the default contract, otherwise single or, for events, none",
            """
            How an item of the response is matched to one of the request: id by the id that the gateway sent, key by the
            arguments. single is for calls of one item; none, for events, gives all items the response's status.""");
    static final Key<String> KEY = KEYS.optional(
            "key",
            HttpFormat.pointer(),
            "/id if match is id; if match is key, the items are an object's fields, named by their keys",
            """
            The place of the id or argument in an item; for several arguments a list of places, in order.""");
    private static final Key<String> VALUE = KEYS.optional(
            "value", HttpFormat.pointer(), "/value, for events /reply, if match is id, otherwise the whole item", """
            The place of the value in an item. An object is a row, its fields the columns; any other value is a row with
            the column 'value'.""");
    private static final Key<Optional<String>> STATUS =
            KEYS.optional("status", HttpFormat.pointerOrNone(), "/status if match is id, otherwise none", """
            The place in an item of its HTTP status: 2xx means success, 404 and 410 mean not found.""");
    private static final Key<Optional<String>> ERROR =
            KEYS.optional("error", HttpFormat.pointerOrNone(), "/problem if match is id, otherwise none", """
            The place in an item of its error, which only failed items have: a text, or an object as in RFC 9457.""");
    private static final Key<Nested> NESTED = KEYS.of("nested", Format.choice(Nested.values()), Nested.FLATTEN, """
            What an object in a value becomes: flatten makes each field a column, named by its path, such as
            address.city; json one column with JSON as text, which a list always is.""");
    private static final Key<Optional<String>> FOUND = KEYS.optional("found", HttpFormat.pointerOrNone(), "none", """
            The place in an item of a value that is null, false or missing if nothing was found.""");
    private static final Key<String> NOT_FOUND_ERRORS = KEYS.list("notFoundErrors", Format.text(), "none", """
            Errors that mean not found, given by their text, code or type.""");
    private static final Key<Integer> NOT_FOUND_STATUSES = KEYS.list(
            "notFoundStatuses",
            Format.wholeNumber(200, 599),
            "404 and 410 if the path names the item, otherwise none",
            """
            Statuses that mean not found, in response to one item; a call of several is then split in halves. 204 stands
            for any success without a body. A wrong path gives 404, too.""");
    private static final Key<String> AGAIN = KEYS.list("again", HttpFormat.statusPointerOrError(), "none", """
            The signs that the service has done nothing, and must be asked again later: statuses of the response or an
            item; an item's errors, by text, code or type; places in the response whose value is neither null nor false.
            An event keeps its idempotency key.""");
    private static final Key<Missing> MISSING = KEYS.optional(
            "missing", Format.choice(Missing.values()), "failure if match is id, otherwise not-found", """
            The meaning of an item that the response leaves out. With not-found it is sent again alone first: each such
            key costs a call, unless the service reports it in the chunk (found, notFoundErrors, status). With trust it
            is not found at once; if the service leaves out existing items, results are wrong. With failure it is sent
            again alone before it fails.""");
    private static final Key<Optional<String>> NEXT = KEYS.optional("next", HttpFormat.pointerOrNone(), "none", """
            The place in the response of a value that tells whether another page follows; null, false, an empty text or
            missing: none. Otherwise the items are sent again in smaller calls.""");
    private static final Key<Optional<String>> TOTAL = KEYS.optional("total", HttpFormat.pointerOrNone(), "none", """
            The place in the response of the number of items on all pages. If it has fewer, they are sent again in
            smaller calls.""");
    private static final Key<Boolean> MANY = KEYS.of("many", Format.flag(), false, """
            Whether an item may have several rows, as items with one key or a list as its value. If false, a second item
            with a key makes the response invalid. If true, with missing: not-found, each key is asked alone, unless
            total shows that a chunk is complete.""");
    private static final Key<ValueType> COLUMNS =
            KEYS.optional("columns", Declaration.TYPE, "the types of the values in JSON", """
            Types of columns by name, where JSON lacks them. A value not exactly of its type makes the response invalid;
            a missing column is null.""");
    static final List<Key<?>> EVENT_KEYS =
            KEYS.without(FOUND, NOT_FOUND_ERRORS, NOT_FOUND_STATUSES, MISSING, NEXT, TOTAL, MANY);

    /**
     * Reads the form of the response to a request.
     *
     * @param byId whether the request has the form of the default contract
     * @param one whether a call has one item
     * @param pathNamesItem whether the path has placeholders of a single item
     */
    Answer read(boolean byId, boolean one, boolean pathNamesItem) {
        section.allow(event ? EVENT_KEYS : KEYS);
        final Match match = match(byId, one);
        final boolean id = match == Match.ID;
        final List<String> key = section.findOneOrMore(KEY).orElse(id ? List.of("/id") : List.of());
        checkMatch(match, key);
        return new Answer(
                section.find(ITEMS).orElse(id ? "/items" : ""),
                match,
                key,
                section.find(VALUE).orElse(id ? (event ? "/reply" : "/value") : ""),
                pointer(STATUS, Optional.of("/status").filter(its -> id)),
                pointer(ERROR, Optional.of("/problem").filter(its -> id)),
                pointer(FOUND, Optional.empty()),
                set(NOT_FOUND_ERRORS).orElse(Set.of()),
                set(NOT_FOUND_STATUSES).orElse(pathNamesItem && !event ? Set.of(404, 410) : Set.of()),
                Again.of(set(AGAIN).orElse(Set.of())),
                section.find(MISSING).orElse(id || event ? Missing.FAILURE : Missing.NOT_FOUND),
                pointer(NEXT, Optional.empty()),
                pointer(TOTAL, Optional.empty()),
                section.get(MANY),
                section.get(NESTED),
                Collections.unmodifiableMap(section.child(COLUMNS.name()).values(Format.text(), Declaration.TYPE)));
    }

    /** Returns the values of a list whose order has no meaning. */
    private <T> Optional<Set<T>> set(Key<T> key) {
        return section.findList(key).map(Set::copyOf);
    }

    private Match match(boolean byId, boolean one) {
        final Optional<Match> given = section.find(MATCH);
        if (given.isPresent()) {
            return given.get();
        }
        if (section.has(KEY)) {
            return event ? Match.ID : Match.KEY;
        }
        if (byId) {
            return Match.ID;
        }
        if (event) {
            return one && !section.isEmpty() ? Match.SINGLE : Match.NONE;
        }
        if (!one && !section.has(MATCH)) {
            section.report(KEY, "missing: the place of the key in an item of the response, such as /id");
        }
        return Match.SINGLE;
    }

    private void checkMatch(Match match, List<String> key) {
        if (event && match == Match.KEY) {
            section.report(MATCH, "an event has no key; take id, single or none");
        }
        if (!event && match == Match.NONE) {
            section.report(MATCH, "items of a lookup are matched by id or key; none is for endpoints");
        }
        if (section.has(KEY) && (match == Match.SINGLE || match == Match.NONE)) {
            section.report(KEY, "match does not use a key; leave the key out, or take another match");
        }
        if (match == Match.ID && key.size() > 1) {
            section.report(KEY, "an id has only one place");
        }
    }

    private Optional<String> pointer(Key<Optional<String>> key, Optional<String> byDefault) {
        return section.has(key) ? section.find(key).flatMap(found -> found) : byDefault;
    }
}
