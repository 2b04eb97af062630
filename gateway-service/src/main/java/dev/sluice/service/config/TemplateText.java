package dev.sluice.service.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A parsed text with placeholders. Values that are inserted later are never searched for placeholders. Two pairs of braces around
 * a word stand for one pair as text: <code>{{id}}</code> means the text <code>{id}</code>. Immutable.
 *
 * @param parts the literal texts and placeholders, in order
 */
public record TemplateText(List<Part> parts) {

    /**
     * A place in a template where the gateway inserts a value.
     *
     * @param kind the kind of the value
     * @param argument the number of the argument, from 0; -1 for other kinds
     */
    public record Placeholder(Kind kind, int argument) {

        /** The kind of the inserted value. */
        public enum Kind {
            /** One of the arguments: <code>{1}</code>, <code>{2}</code>. */
            ARGUMENT(""),
            /** The only argument or, in JSON, the list of several arguments. */
            KEY("key"),
            /** The number that the gateway gave the item for this call. */
            ID("id"),
            /** A key that is the same for all attempts at a request, also after a restart. */
            IDEMPOTENCY_KEY("idempotencyKey"),
            /** The payload that a job sent. */
            PAYLOAD("payload"),
            /** All items of the call. */
            ITEMS("items");

            private final String word;

            Kind(String word) {
                this.word = word;
            }
        }

        /** Returns the placeholder for a word, such as {@code 1} or {@code key}; empty if there is none. */
        public static Optional<Placeholder> of(String word) {
            if (word.matches("[1-9][0-9]?")) {
                return Optional.of(new Placeholder(Kind.ARGUMENT, Integer.parseInt(word) - 1));
            }
            return Stream.of(Kind.values())
                    .filter(kind -> kind != Kind.ARGUMENT && kind.word.equals(word))
                    .map(kind -> new Placeholder(kind, -1))
                    .findFirst();
        }

        /** Returns the placeholder as it is written in a template. */
        @Override
        public String toString() {
            return "{" + (kind == Kind.ARGUMENT ? String.valueOf(argument + 1) : kind.word) + "}";
        }
    }

    private static final String WORD = "([A-Za-z][A-Za-z0-9]*|[0-9]+)";
    /** Two pairs of braces around a word are the text of the word in one pair of braces; three pairs are a placeholder between two literal braces. */
    private static final Pattern PLACEHOLDER =
            Pattern.compile("\\{\\{\\{" + WORD + "}}}|\\{\\{" + WORD + "}}|\\{" + WORD + "}");

    /**
     * A part of a template: a literal text or a placeholder.
     *
     * @param literal the literal text; empty for a placeholder
     * @param placeholder the placeholder; empty for a literal text
     */
    public record Part(String literal, Optional<Placeholder> placeholder) {}

    /**
     * Parses a template.
     *
     * @throws IllegalArgumentException if a word in braces is no placeholder
     */
    public static TemplateText parse(String text) {
        final List<Part> parts = new ArrayList<>();
        final StringBuilder literal = new StringBuilder();
        final Matcher matcher = PLACEHOLDER.matcher(text);
        int end = 0;
        while (matcher.find()) {
            literal.append(text, end, matcher.start());
            if (matcher.group(2) != null) {
                literal.append('{').append(matcher.group(2)).append('}');
            } else {
                final boolean inBraces = matcher.group(1) != null;
                literal.append(inBraces ? "{" : "");
                addLiteral(parts, literal);
                parts.add(new Part("", Optional.of(placeholder(matcher.group(inBraces ? 1 : 3)))));
                literal.append(inBraces ? "}" : "");
            }
            end = matcher.end();
        }
        addLiteral(parts, literal.append(text, end, text.length()));
        return new TemplateText(List.copyOf(parts));
    }

    private static Placeholder placeholder(String word) {
        return Placeholder.of(word)
                .orElseThrow(() -> new IllegalArgumentException("there is no placeholder {" + word
                        + "}; there are {1}, {2} and so on, {key}, {id}, {items}, {payload} and {idempotencyKey}, and {{"
                        + word + "}} is the text {" + word + "}"));
    }

    private static void addLiteral(List<Part> parts, StringBuilder literal) {
        if (!literal.isEmpty()) {
            parts.add(new Part(literal.toString(), Optional.empty()));
            literal.setLength(0);
        }
    }

    /** Parses a text that may be no valid template; an invalid template gives a template without parts. */
    public static TemplateText ofAny(String text) {
        try {
            return parse(text);
        } catch (final IllegalArgumentException e) {
            return new TemplateText(List.of());
        }
    }

    /** Returns the placeholder if the whole text is one placeholder; otherwise empty. */
    public Optional<Placeholder> whole() {
        return parts.size() == 1 ? parts.get(0).placeholder() : Optional.empty();
    }

    /** Returns the placeholders in order. */
    public Stream<Placeholder> placeholders() {
        return parts.stream().flatMap(part -> part.placeholder().stream());
    }

    /** Whether the template has a placeholder of this kind. */
    public boolean has(Placeholder.Kind kind) {
        return placeholders().anyMatch(placeholder -> placeholder.kind() == kind);
    }

    /** Returns the value of a placeholder. */
    public interface Values<E extends Exception> {
        String of(Placeholder placeholder) throws E;
    }

    /** Returns the text with its placeholders replaced by their values. */
    public <E extends Exception> String filled(Values<E> values) throws E {
        final StringBuilder filled = new StringBuilder();
        for (final Part part : parts) {
            filled.append(part.literal());
            if (part.placeholder().isPresent()) {
                filled.append(values.of(part.placeholder().get()));
            }
        }
        return filled.toString();
    }

    /** Whether the template has any placeholder. */
    public boolean hasAny() {
        return placeholders().findAny().isPresent();
    }

    /** Whether the template has placeholders of a single item, so that its text differs from item to item. */
    public boolean namesAnItem() {
        return placeholders().anyMatch(placeholder -> placeholder.kind() != Placeholder.Kind.ITEMS);
    }
}
