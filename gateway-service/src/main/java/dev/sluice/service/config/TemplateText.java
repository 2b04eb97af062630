package dev.sluice.service.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A text with placeholders, taken apart once: what is put in later is never searched for placeholders. Immutable.
 *
 * @param parts literal texts and placeholders, in their order
 */
public record TemplateText(List<Part> parts) {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([A-Za-z][A-Za-z0-9]*|[0-9]+)}");

    /**
     * A piece of it.
     *
     * @param literal the text; empty for a placeholder
     * @param placeholder what stands there instead
     */
    public record Part(String literal, Optional<Placeholder> placeholder) {}

    /**
     * Takes a text apart.
     *
     * @throws IllegalArgumentException if something in braces is no placeholder
     */
    public static TemplateText parse(String text) {
        final List<Part> parts = new ArrayList<>();
        final Matcher matcher = PLACEHOLDER.matcher(text);
        int end = 0;
        while (matcher.find()) {
            addLiteral(parts, text.substring(end, matcher.start()));
            final Placeholder placeholder = Placeholder.of(matcher.group(1))
                    .orElseThrow(() -> new IllegalArgumentException("there is no placeholder " + matcher.group()
                            + "; there are {1}, {2} and so on, {key}, {id}, {items}, {payload} and {idempotencyKey}"));
            parts.add(new Part("", Optional.of(placeholder)));
            end = matcher.end();
        }
        addLiteral(parts, text.substring(end));
        return new TemplateText(List.copyOf(parts));
    }

    private static void addLiteral(List<Part> parts, String text) {
        if (!text.isEmpty()) {
            parts.add(new Part(text, Optional.empty()));
        }
    }

    /** The placeholder that is the whole text, if one is. */
    public Optional<Placeholder> whole() {
        return parts.size() == 1 ? parts.get(0).placeholder() : Optional.empty();
    }

    /** Its placeholders, in their order. */
    public Stream<Placeholder> placeholders() {
        return parts.stream().flatMap(part -> part.placeholder().stream());
    }

    /** Whether a placeholder of this kind stands in it. */
    public boolean has(Placeholder.Kind kind) {
        return placeholders().anyMatch(placeholder -> placeholder.kind() == kind);
    }

    /** Whether it differs from item to item. */
    public boolean namesAnItem() {
        return placeholders().anyMatch(placeholder -> placeholder.kind().ofAnItem());
    }
}
