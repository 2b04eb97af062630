package dev.sluice.service.config;

import dev.sluice.api.ValueType;
import dev.sluice.service.config.TemplateText.Placeholder.Kind;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a service wants several items asked in one call, and how it answers. In templates {@code {1}}, {@code {2}} are an
 * item's arguments, {@code {key}} its only argument or in JSON the list of several, {@code {id}} a number that the
 * gateway gives the item for this call, {@code {idempotencyKey}} the same for the same request also after a restart,
 * {@code {payload}} an event's payload, and {@code {items}} all items of the call.
 *
 * @param ask the request
 * @param answer the response
 */
public record ContractConfig(Ask ask, Answer answer) {

    /**
     * A request.
     *
     * @param method GET or POST, PUT, PATCH
     * @param path what follows the service's URL; one with an item's own placeholders asks one item a call
     * @param query the query without its {@code ?}; empty: none. With {@code {items}}: the items joined by the separator;
     *     with an item's own placeholders: repeated for each item, joined by {@code &}
     * @param body JSON, in which the text {@code "{items}"} stands for the list of all items; empty: none
     * @param item one item: JSON within a body, text within a query or path
     * @param separator between joined items
     * @param quoted how joined text is quoted
     * @param limit the most items of a call
     * @param headers further headers, without secrets
     */
    public record Ask(
            String method,
            String path,
            String query,
            Optional<String> body,
            String item,
            String separator,
            Quoting quoted,
            int limit,
            Map<String, String> headers) {

        /** This request of so many items at the most. */
        Ask limited(int most) {
            return new Ask(method, path, query, body, item, separator, quoted, most, headers);
        }

        /** All templates, with that of an item. */
        public Stream<TemplateText> templates() {
            return Stream.of(Stream.of(path, query, item), body.stream(), headers.values().stream())
                    .flatMap(texts -> texts)
                    .map(TemplateText::ofAny);
        }

        /** Whether a call can only ask one item, by what the templates say. */
        boolean asksOne() {
            return Stream.of(Stream.of(path), body.stream(), headers.values().stream())
                    .flatMap(texts -> texts)
                    .anyMatch(text -> TemplateText.ofAny(text).namesAnItem());
        }

        /** The numbers of the arguments that the templates name, from 1. */
        public SortedSet<Integer> arguments() {
            return templates()
                    .flatMap(TemplateText::placeholders)
                    .filter(placeholder -> placeholder.kind() == Kind.ARGUMENT)
                    .map(placeholder -> placeholder.argument() + 1)
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /**
     * A response.
     *
     * @param items JSON pointer (RFC 6901) to the items: an array, or an object that is keyed by the items' keys; empty
     *     text: the whole body
     * @param match what tells whose item it is
     * @param key JSON pointers within an item to what is matched; of an object keyed by keys none
     * @param value JSON pointer within an item to what is found there; empty text: the whole item
     * @param status JSON pointer within an item to its own HTTP status
     * @param error JSON pointer within an item to what is there only if it failed
     * @param found JSON pointer within an item to what is there, and neither null nor false, only if something was found
     * @param notFoundErrors errors, or their codes, that mean not found
     * @param notFoundStatuses statuses of the whole response, to a call of one item, that mean not found; 204 stands for any
     *     good response without a body
     * @param again what says that a response, or an item of it, is to be asked again later
     * @param missing what an item means that the response does not have
     * @param next JSON pointer in the response to what is there, and neither null, false nor an empty text, only if more
     *     follows
     * @param total JSON pointer in the response to the number of all items, here and on further pages
     * @param many whether several items may have one key, as rows of one result
     * @param nested what becomes of objects within a value
     * @param columns the types of columns, by name; others have the type they have in JSON
     */
    public record Answer(
            String items,
            Match match,
            List<String> key,
            String value,
            Optional<String> status,
            Optional<String> error,
            Optional<String> found,
            Set<String> notFoundErrors,
            Set<Integer> notFoundStatuses,
            Again again,
            Missing missing,
            Optional<String> next,
            Optional<String> total,
            boolean many,
            Nested nested,
            Map<String, ValueType> columns) {

        /** Whether a response to several items may have only some rows of one, and not say so. */
        public boolean mayCutRows() {
            return many && missing == Missing.NOT_FOUND && total.isEmpty();
        }
    }

    /**
     * What says that it is to be asked again later.
     *
     * @param statuses of the whole response, or of an item
     * @param errors of an item, or their codes
     * @param pointers JSON pointers in the response to what is there, and neither null nor false, only then
     */
    public record Again(Set<Integer> statuses, Set<String> errors, List<String> pointers) {

        /** As it is written: statuses are numbers, pointers begin with a slash, and all else is an error. */
        public static Again of(Collection<String> texts) {
            return new Again(
                    texts.stream()
                            .filter(Again::isStatus)
                            .map(Integer::valueOf)
                            .collect(Collectors.toUnmodifiableSet()),
                    texts.stream()
                            .filter(text -> !isStatus(text) && !isPointer(text))
                            .collect(Collectors.toUnmodifiableSet()),
                    texts.stream().filter(Again::isPointer).toList());
        }

        private static boolean isStatus(String text) {
            return text.matches("[0-9]+");
        }

        private static boolean isPointer(String text) {
            return text.startsWith("/");
        }
    }

    /** How texts stand where items are joined. */
    public enum Quoting {
        /** The texts as they are. */
        NONE,
        /** The texts as strings of JSON. */
        JSON,
        /** The texts in double quotes, with a backslash before quotes and backslashes only. */
        BACKSLASH
    }

    /** The mark that tells whose item it is. */
    public enum Match {
        /** The id that the gateway gave it. */
        ID,
        /** The arguments of the item. */
        KEY,
        /** Nothing: a call asks one item, and the response is its. */
        SINGLE,
        /** Nothing: the status of the whole response is that of every item. Events only. */
        NONE
    }

    /** The meaning of an item that a response does not have. */
    public enum Missing {
        /** A chunk that leaves it out says nothing: it is asked alone, and there is nothing with this key if that finds none. */
        NOT_FOUND,
        /** There is nothing with this key: the user's word for it. */
        TRUST,
        /** The service forgot it: it is asked again by itself. */
        FAILURE
    }

    /** The form that objects within a value take. */
    public enum Nested {
        /** Their fields become columns named by the path, with dots. */
        FLATTEN,
        /** The objects become one column, JSON as text. */
        JSON
    }
}
