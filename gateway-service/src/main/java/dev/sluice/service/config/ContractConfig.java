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
 * The contract with a service: the form of its requests, which may have several items in one call, and of its responses. In
 * templates, {@code {1}} and {@code {2}} are an item's arguments, {@code {key}} is its only argument or, in JSON, the list of its
 * arguments, and {@code {id}} is a number that the gateway gives the item for this call. {@code {idempotencyKey}} is a key that
 * is the same for the same request, also after a restart, {@code {payload}} is an event's payload, and {@code {items}} stands for
 * all items of the call.
 *
 * @param ask the form of the request
 * @param answer the form of the response
 */
public record ContractConfig(Ask ask, Answer answer) {

    /**
     * The form of a request.
     *
     * @param method GET, POST, PUT or PATCH
     * @param path the path after the service's URL; if it has placeholders of a single item, a call has one item
     * @param query the query without its {@code ?}; empty if there is none. {@code {items}} is replaced by all items, joined by
     *     the separator; a query with placeholders of a single item is repeated for each item, joined by {@code &}
     * @param body JSON, in which the string {@code "{items}"} stands for the list of all items; empty if there is no body
     * @param item the form of one item: JSON within a body, text within a query or path
     * @param separator the separator between joined items
     * @param quoted how strings are quoted when items are joined
     * @param limit the maximum number of items of a call
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

        /** Returns this form with another maximum number of items. */
        Ask limited(int most) {
            return new Ask(method, path, query, body, item, separator, quoted, most, headers);
        }

        /** Returns all templates, including the template of an item. */
        public Stream<TemplateText> templates() {
            return Stream.of(Stream.of(path, query, item), body.stream(), headers.values().stream())
                    .flatMap(texts -> texts)
                    .map(TemplateText::ofAny);
        }

        /** Whether the templates allow only one item in a call. */
        boolean asksOne() {
            return Stream.of(Stream.of(path), body.stream(), headers.values().stream())
                    .flatMap(texts -> texts)
                    .anyMatch(text -> TemplateText.ofAny(text).namesAnItem());
        }

        /** Returns the numbers, from 1, of the arguments that the templates contain. */
        public SortedSet<Integer> arguments() {
            return templates()
                    .flatMap(TemplateText::placeholders)
                    .filter(placeholder -> placeholder.kind() == Kind.ARGUMENT)
                    .map(placeholder -> placeholder.argument() + 1)
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /**
     * The form of a response.
     *
     * @param items JSON pointer (RFC 6901) to the items: an array, or an object whose fields are named by the items' keys; the
     *     empty string for the whole body
     * @param match how an item of the response is matched to an item of the request
     * @param key JSON pointers within an item to the id or the arguments that are matched; none if the keys are names of fields
     * @param value JSON pointer within an item to its value; the empty string for the whole item
     * @param status JSON pointer within an item to the item's HTTP status
     * @param error JSON pointer within an item to an error, which exists only if the item failed
     * @param found JSON pointer within an item to a value that is null, false or missing if nothing was found
     * @param notFoundErrors the errors, or their codes, that mean not found
     * @param notFoundStatuses the statuses that mean not found, if the whole response to a call of one item has one of them; 204
     *     stands for any successful response without a body
     * @param again the signs that a request, or an item of it, must be sent again later
     * @param missing the meaning of an item that is missing in the response
     * @param next JSON pointer in the response to a value that is null, false, an empty string or missing if no more items follow
     *     on another page
     * @param total JSON pointer in the response to the number of all items, on this page and further pages
     * @param many whether several items may have the same key; they are then the rows of one result
     * @param nested how objects within a value are converted
     * @param columns the types of columns, by name; other columns have their JSON type
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

        /** Whether a response to several items may leave out some rows of an item without any sign of it. */
        public boolean mayCutRows() {
            return many && missing == Missing.NOT_FOUND && total.isEmpty();
        }
    }

    /**
     * The signs that a request, or an item of it, must be sent again later.
     *
     * @param statuses statuses of the whole response or of an item
     * @param errors errors of an item, or their codes
     * @param pointers JSON pointers in the response to values that are null, false or missing if nothing must be sent again
     */
    public record Again(Set<Integer> statuses, Set<String> errors, List<String> pointers) {

        /**
         * Parses the configured texts: a number is a status, a text that begins with a slash is a pointer, any other text is an
         * error.
         */
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

    /** How strings are quoted when items are joined. */
    public enum Quoting {
        /** Strings are not quoted. */
        NONE,
        /** Strings are quoted as in JSON. */
        JSON,
        /** Strings are in double quotes, with a backslash only before quotes and backslashes. */
        BACKSLASH
    }

    /** How an item of the response is matched to an item of the request. */
    public enum Match {
        /** By the id that the gateway gave the item. */
        ID,
        /** By the arguments of the item. */
        KEY,
        /** Not at all, because a call has one item, and the whole response belongs to it. */
        SINGLE,
        /** Not at all, because the status of the whole response applies to every item. Only for events. */
        NONE
    }

    /** The meaning of an item that is missing in the response. */
    public enum Missing {
        /** An item that is missing in the response to a chunk is requested alone; if it is missing again, it is not found. */
        NOT_FOUND,
        /** The item is not found, also in a chunk, because the user asserts that chunks are complete. */
        TRUST,
        /** The service has lost the item, so the item is requested again alone; if it is missing again, it fails. */
        FAILURE
    }

    /** How objects within a value are converted. */
    public enum Nested {
        /** The fields of an object become columns. A column is named by the path of its field, with dots. */
        FLATTEN,
        /** Each object becomes one column with JSON as text. */
        JSON
    }
}
