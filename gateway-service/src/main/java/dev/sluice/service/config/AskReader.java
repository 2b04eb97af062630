package dev.sluice.service.config;

import dev.sluice.service.config.ContractConfig.Ask;
import dev.sluice.service.config.ContractConfig.Quoting;
import dev.sluice.service.config.TemplateText.Placeholder.Kind;
import dev.sluice.service.config.yaml.Format;
import dev.sluice.service.config.yaml.HttpFormat;
import dev.sluice.service.config.yaml.Keys;
import dev.sluice.service.config.yaml.Keys.Key;
import dev.sluice.service.config.yaml.Section;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Reads the form of a request to a service. Keys that are left out get defaults that depend on other keys.
 *
 * @param section the section {@code request}
 * @param name the name of the lookup or endpoint
 * @param event whether the section belongs to an endpoint
 */
record AskReader(Section section, String name, boolean event) {

    static final Keys KEYS = new Keys();
    private static final Key<String> METHOD = KEYS.optional(
            "method", Format.choice(List.of("GET", "POST", "PUT", "PATCH")), "POST with a body, otherwise GET", """
            The HTTP method.""");
    private static final Key<String> PATH =
            KEYS.optional("path", HttpFormat.path(), "the name after a /, with :lookup at its end for a lookup", """
            The path after the service's URL, percent-encoded where it must be. If it has {1}, the first argument, a
            call has one item.""");
    private static final Key<String> QUERY = KEYS.of("query", Format.anyText(), "", """
            The query after the ? of the URL. Parameters with {1} are repeated for each item, as id=1&id=2; {items} is
            all, joined by the separator.""");
    private static final Key<String> BODY = KEYS.optional(
            "body", Format.text(), "that of the default contract if neither path nor query names the items", """
            A JSON document, in quotes, as in '{"ids": "{items}"}'. The string "{items}" is the list of all items, "{1}"
            the first argument, which stays a number if it is one.""");
    private static final Key<String> ITEM =
            KEYS.optional("item", Format.text(), "{key}, or the item of the default contract", """
            The form of one item of {items}: JSON in a body, text in a path or query. {1} and {2} are arguments, {key}
            the only one or the list of all, {id} a number from the gateway, {payload} an event's payload,
            {idempotencyKey} the same for one event, also after a restart.""");
    private static final Key<String> SEPARATOR = KEYS.optional("separator", Format.anyText(), "a comma", """
            The text between joined items. A key that contains it is refused, unless quoted is true.""");
    private static final Key<Boolean> QUOTED = KEYS.of("quoted", Format.flag(), false, """
            Whether joined keys but numbers and flags are put in double quotes, for services that remove these.""");
    private static final Key<Quoting> ESCAPES =
            KEYS.of("escapes", Format.choice(new Quoting[] {Quoting.JSON, Quoting.BACKSLASH}), Quoting.JSON, """
            How quoted keys are escaped: json as in JSON, a tab as \\t; backslash only quotes and backslashes, as
            PostgREST needs it.""");
    static final Key<Integer> LIMIT =
            KEYS.optional("limit", Format.wholeNumber(1, 10_000), "100, or 1 if a call has only one item", """
            The most items of a call, no more than the service returns in one response.""");
    private static final Key<String> HEADERS = KEYS.optional("headers", Format.anyText(), "none", """
            Headers by name, without secrets: the service has keys for them. With a placeholder, a call has one
            item.""");

    private static final int MOST_ITEMS = 100;
    private static final String DEFAULT_BODY = "{\"items\": \"{items}\"}";
    private static final String LOOKUP_ITEM = "{\"id\": \"{id}\", \"key\": \"{key}\"}";
    private static final String EVENT_ITEM =
            "{\"id\": \"{id}\", \"idempotencyKey\": \"{idempotencyKey}\", \"payload\": \"{payload}\"}";

    /** Whether a request has the form of the default contract, which {@code docs/reference/rest.openapi.yaml} describes. */
    static boolean isDefault(Ask ask) {
        return ask.body().filter(DEFAULT_BODY::equals).isPresent()
                && (ask.item().equals(LOOKUP_ITEM) || ask.item().equals(EVENT_ITEM));
    }

    /** Reads the templates. Whether a call may have several items is decided later, together with the response. */
    Ask read() {
        section.allow(KEYS);
        final String path = template(PATH).orElse(event ? "/" + name : "/" + name + ":lookup");
        final String query = template(QUERY).orElse("");
        final Map<String, String> headers = headers();
        final boolean named =
                Stream.of(path, query).anyMatch(AskReader::hasPlaceholder) || !event && anyHasPlaceholder(headers);
        final boolean sendsBody = !section.find(METHOD).orElse("POST").equals("GET");
        final Optional<String> given = template(BODY);
        final Optional<String> body =
                section.has(BODY) ? given : Optional.of(DEFAULT_BODY).filter(some -> sendsBody && !named);
        final boolean joins = Stream.concat(body.stream(), Stream.of(path, query))
                .anyMatch(text -> TemplateText.ofAny(text).has(Kind.ITEMS));
        final String method = section.find(METHOD).orElse(body.isPresent() || section.has(BODY) ? "POST" : "GET");
        final Quoting escapes = section.get(ESCAPES);
        final Ask ask = new Ask(
                method,
                path,
                query,
                body,
                template(ITEM).orElse(defaultItem(joins, body.isPresent() && !section.has(BODY))),
                section.find(SEPARATOR).orElse(","),
                section.get(QUOTED) ? escapes : Quoting.NONE,
                limit().orElse(MOST_ITEMS),
                headers);
        check(ask, joins);
        return ask;
    }

    /** Returns the limit in the file; empty if it is left out. */
    Optional<Integer> limit() {
        return section.find(LIMIT);
    }

    private String defaultItem(boolean joins, boolean defaultBody) {
        if (event) {
            return joins ? EVENT_ITEM : "{payload}";
        }
        return defaultBody ? LOOKUP_ITEM : "{key}";
    }

    private Map<String, String> headers() {
        final Map<String, String> headers = new LinkedHashMap<>(
                section.child(HEADERS.name()).values(HttpFormat.header(), HttpFormat.headerValue()));
        headers.forEach((header, value) -> checkTemplate(section.child(HEADERS.name())::report, value));
        return Collections.unmodifiableMap(headers);
    }

    private Optional<String> template(Key<String> key) {
        final Optional<String> text = section.find(key);
        text.ifPresent(value -> checkTemplate(problem -> section.report(key, problem), value));
        return text;
    }

    private void checkTemplate(Consumer<String> report, String text) {
        try {
            TemplateText.parse(text)
                    .placeholders()
                    .filter(placeholder -> !allowed(placeholder.kind()))
                    .findFirst()
                    .ifPresent(placeholder -> report.accept(
                            event
                                    ? "an event has no " + placeholder + "; what the job sent is {payload}"
                                    : placeholder + " is for endpoints, and this is a lookup"));
        } catch (final IllegalArgumentException e) {
            report.accept(e.getMessage());
        }
    }

    private boolean allowed(Kind kind) {
        return switch (kind) {
            case ARGUMENT, KEY -> !event;
            case PAYLOAD, IDEMPOTENCY_KEY -> event;
            case ID, ITEMS -> true;
        };
    }

    private void check(Ask ask, boolean joins) {
        if (ask.method().equals("GET") && section.has(BODY)) {
            section.report(BODY, "GET sends no body; leave it out, or take POST");
        }
        if (section.has(ITEM) && !joins) {
            section.report(ITEM, "the item is not used: there is no {items} in path, query or body");
        }
        if (TemplateText.ofAny(ask.item()).has(Kind.ITEMS)) {
            section.report(ITEM, "the template of an item cannot contain {items}");
        }
        if (ask.path().matches(".*[?#].*")) {
            section.report(PATH, "a path cannot contain '?' or '#'; write a query under query");
        }
        if (ask.query().matches("[?].*|.*#.*")) {
            section.report(QUERY, "leave out the '?' before the query; a query cannot contain '#'");
        }
        if (TemplateText.ofAny(ask.query()).has(Kind.ITEMS)
                && TemplateText.ofAny(ask.query()).namesAnItem()) {
            section.report(QUERY, "has {items} and also placeholders of a single item; write the latter under item");
        }
        ask.body()
                .map(TemplateText::ofAny)
                .filter(body -> !event && body.has(Kind.ITEMS))
                .ifPresent(body -> body.placeholders()
                        .filter(one -> one.kind() == Kind.KEY || one.kind() == Kind.ARGUMENT)
                        .findFirst()
                        .ifPresent(one -> section.report(
                                BODY,
                                "has {items} and also " + one + "; write " + one + " under item, or {" + one
                                        + "} if you mean the text " + one)));
        for (final Key<String> key : List.of(PATH, QUERY)) {
            section.find(key)
                    .filter(text -> event && TemplateText.ofAny(text).has(Kind.PAYLOAD))
                    .ifPresent(text -> section.report(key, "{payload} is for bodies only"));
        }
        final boolean bodySays = ask.body().map(AskReader::hasPlaceholder).orElse(section.has(BODY));
        if (!bodySays
                && !hasPlaceholder(ask.path())
                && !hasPlaceholder(ask.query())
                && !anyHasPlaceholder(ask.headers())) {
            section.report("the request contains no item: {items}, {1} or another placeholder is missing");
        }
    }

    private static boolean anyHasPlaceholder(Map<String, String> headers) {
        return headers.values().stream().anyMatch(AskReader::hasPlaceholder);
    }

    private static boolean hasPlaceholder(String text) {
        return TemplateText.ofAny(text).hasAny();
    }
}
