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
 * Reads how a service answers, with what follows from the rest where something is left out.
 *
 * @param section the keys under {@code response}
 * @param event whether it is an endpoint
 */
record AnswerReader(Section section, boolean event) {

    static final Keys KEYS = new Keys();
    private static final Key<String> ITEMS =
            KEYS.optional("items", HttpFormat.pointer(), "/items if match is id, otherwise the whole body", """
            Where the items are: a list, or an object that is keyed by the items' keys.""");
    static final Key<Match> MATCH = KEYS.optional(
            "match",
            Format.choice(Match.values()),
            "key if there is a key below, id in the default contract, otherwise single or, for events, none",
            """
            What tells whose item it is: the id that the gateway sent, or the arguments. single is for calls of one
            item, whose answer is the whole response. none, for events only, believes the status of the response.""");
    static final Key<String> KEY = KEYS.optional(
            "key",
            HttpFormat.pointer(),
            "/id if match is id; if match is key, the items are an object's fields, named by their keys",
            """
            Where in an item its id or argument is; of several arguments a list, in their order.""");
    private static final Key<String> VALUE = KEYS.optional(
            "value", HttpFormat.pointer(), "/value, for events /reply, if match is id, otherwise the whole item", """
            Where in an item its value is. Of an object the fields are the columns of a row; anything else is a row
            with the column 'value'.""");
    private static final Key<Optional<String>> STATUS =
            KEYS.optional("status", HttpFormat.pointerOrNone(), "/status if match is id, otherwise none", """
            Where in an item its own HTTP status is: 2xx is good, 404 and 410 mean not found.""");
    private static final Key<Optional<String>> ERROR =
            KEYS.optional("error", HttpFormat.pointerOrNone(), "/problem if match is id, otherwise none", """
            Where in an item stands, only if it failed, why: a text, or an object as in RFC 9457.""");
    private static final Key<Nested> NESTED = KEYS.of("nested", Format.choice(Nested.values()), Nested.FLATTEN, """
            What becomes of objects in a value: columns named by their path, address.city, or one column with JSON as
            text. Lists are such a column in any case.""");
    private static final Key<Optional<String>> FOUND = KEYS.optional("found", HttpFormat.pointerOrNone(), "none", """
            Where in an item stands something other than null and false only if something was found.""");
    private static final Key<String> NOT_FOUND_ERRORS = KEYS.list("notFoundErrors", Format.text(), "none", """
            Errors, or the code or type in them, that mean not found.""");
    private static final Key<Integer> NOT_FOUND_STATUSES = KEYS.list(
            "notFoundStatuses",
            Format.wholeNumber(200, 599),
            "404 and 410 if the path names the item, otherwise none",
            """
            Statuses of the whole response to a call of one item that mean not found; a call of several items that gets one
            is asked by halves. 204 stands for any good response without a body. A wrong path gives 404 as well.""");
    private static final Key<String> AGAIN = KEYS.list("again", HttpFormat.statusPointerOrError(), "none", """
            What says that nothing was done and the same is to be asked again later: statuses of the response or of an item,
            errors of an item or their code or type, and places in the response where something other than null and
            false stands only then. An event is sent again with the same idempotency key.""");
    private static final Key<Missing> MISSING = KEYS.optional(
            "missing", Format.choice(Missing.values()), "failure if match is id, otherwise not-found", """
            What an item means that the response does not have. not-found asks it by a call of its own before it counts
            as not found: a key that is not there costs a call, unless the service says so in the chunk (found,
            notFoundErrors, status). trust believes every chunk: if the service leaves out what is there, results are
            wrong. failure asks it by itself, before it fails.""");
    private static final Key<Optional<String>> NEXT = KEYS.optional("next", HttpFormat.pointerOrNone(), "none", """
            Where in the response stands something other than null, false and the empty text only if more follows on
            another page. Such a response is not taken for complete: fewer items are asked.""");
    private static final Key<Optional<String>> TOTAL = KEYS.optional("total", HttpFormat.pointerOrNone(), "none", """
            Where in the response stands how many items there are in all. A response with fewer is not taken for
            complete: fewer items are asked.""");
    private static final Key<Boolean> MANY = KEYS.of("many", Format.flag(), false, """
            Whether an item may have several rows: as items with the same key, or as a list that is its value. Without
            it, a second item of a key makes the response unbelievable. A chunk may have some of a key's rows and not
            say so: with missing: not-found each key is asked alone, unless total says that a chunk has all.""");
    private static final Key<ValueType> COLUMNS =
            KEYS.optional("columns", Declaration.TYPE, "the types they have in JSON", """
            Types of columns by name, for what JSON has no type for. A value that is not exactly of the type is not
            believed; a column that is absent is null.""");
    static final List<Key<?>> EVENT_KEYS =
            KEYS.without(FOUND, NOT_FOUND_ERRORS, NOT_FOUND_STATUSES, MISSING, NEXT, TOTAL, MANY);

    /**
     * The answer to such a request.
     *
     * @param byId whether the request is that of the default contract
     * @param one whether a call asks one item
     * @param pathNamesItem whether the path does
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

    /** The values of a list whose order says nothing. */
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
            section.report(KEY, "missing: where in an item of the response its key is, such as /id");
        }
        return Match.SINGLE;
    }

    private void checkMatch(Match match, List<String> key) {
        if (event && match == Match.KEY) {
            section.report(MATCH, "an event has no key; take id, single or none");
        }
        if (!event && match == Match.NONE) {
            section.report(MATCH, "a lookup is told by its id or key; none is for endpoints");
        }
        if (section.has(KEY) && (match == Match.SINGLE || match == Match.NONE)) {
            section.report(KEY, "nothing is matched by it; leave it out, or take another match");
        }
        if (match == Match.ID && key.size() > 1) {
            section.report(KEY, "an id is in one place");
        }
    }

    private Optional<String> pointer(Key<Optional<String>> key, Optional<String> byDefault) {
        return section.has(key) ? section.find(key).flatMap(found -> found) : byDefault;
    }
}
