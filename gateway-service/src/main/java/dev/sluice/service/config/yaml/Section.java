package dev.sluice.service.config.yaml;

import dev.sluice.service.config.yaml.Interpolation.WrongValueException;
import dev.sluice.service.config.yaml.Keys.Key;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * One mapping of the file being read. Returns the values of keys. For each wrong value it records a problem with its place and
 * returns a placeholder. The placeholder is never used, because a file with problems is refused.
 */
public final class Section {

    private record Entry(Node key, Node value) {}

    /**
     * A mistake in a declaration.
     *
     * @param key the key within the declaration, such as {@code types} or {@code request.body}
     * @param text the message for the user
     */
    public record Finding(String key, String text) {}

    private final String path;
    private final Mark mark;
    private final Reading reading;
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    private Section(String path, Mark mark, Reading reading) {
        this.path = path;
        this.mark = mark;
        this.reading = reading;
    }

    /**
     * Returns the section of a node.
     *
     * @param mark the place at which missing keys of the section are reported
     */
    static Section of(Node node, String path, Mark mark, Reading reading) {
        final Section section = new Section(path, mark, reading);
        if (node instanceof MappingNode mapping) {
            mapping.getValue().forEach(section::add);
        } else if (!Tag.NULL.equals(node.getTag())) {
            // A null node is an empty section, for example if all of its keys are commented out.
            reading.report(node.getStartMark(), path, "expected keys and values, found " + Reading.found(node));
        }
        return section;
    }

    private void add(NodeTuple tuple) {
        final Node key = tuple.getKeyNode();
        if (!(key instanceof ScalarNode name)) {
            reading.report(key.getStartMark(), path, "expected a key, found " + Reading.found(key));
            return;
        }
        final Entry before = entries.putIfAbsent(name.getValue(), new Entry(key, tuple.getValueNode()));
        if (before != null) {
            final int line = before.key().getStartMark().getLine() + 1;
            final String text = "duplicate key, already in line " + line;
            reading.report(key.getStartMark(), pathOf(name.getValue()), text);
        }
    }

    /** Reports every key that is neither one of these keys nor the name of one of these sections. */
    public void allow(List<Key<?>> keys, String... sections) {
        final List<String> known =
                Stream.concat(keys.stream().map(Key::name), Stream.of(sections)).toList();
        entries.forEach((name, entry) -> {
            if (!known.contains(name)) {
                reading.report(
                        entry.key().getStartMark(), pathOf(name), "unknown key" + Nearest.suggestion(name, known));
            }
        });
    }

    /** If a key or section exists, reports it with the reason. */
    public void refuse(String name, String reason) {
        final Entry refused = entries.remove(name);
        if (refused != null) {
            reading.report(refused.key().getStartMark(), pathOf(name), reason);
        }
    }

    /** If a key exists, reports it with the reason. */
    public void refuse(Key<?> key, String reason) {
        refuse(key.name(), reason);
    }

    /** Returns the value of a key, or the key's default. */
    public <T> T get(Key<T> key) {
        return get(key, key.byDefault().orElseThrow());
    }

    /** Returns the value of a key, or the given default, which may depend on other keys. */
    public <T> T get(Key<T> key, T byDefault) {
        return find(key).orElse(byDefault);
    }

    /** Returns the value of a required key; if it is missing or wrong, reports that and returns a placeholder. */
    public <T> T require(Key<T> key, T standIn) {
        if (!has(key)) {
            reading.report(mark, pathOf(key.name()), "missing: " + key.format().expects());
        }
        return find(key).orElse(standIn);
    }

    /** Returns the value of a key; empty if it is missing or wrong. */
    public <T> Optional<T> find(Key<T> key) {
        final Entry entry = entries.get(key.name());
        if (entry == null) {
            return Optional.empty();
        }
        return value(key.format(), entry.value(), pathOf(key.name()));
    }

    /** Returns the values of a list; empty if the key is missing, which is not the same as an empty list. */
    public <T> Optional<List<T>> findList(Key<T> key) {
        final Entry entry = entries.get(key.name());
        if (entry == null) {
            return Optional.empty();
        }
        final String at = pathOf(key.name());
        if (!(entry.value() instanceof SequenceNode sequence)) {
            final String found = Reading.found(entry.value());
            reading.report(entry.value().getStartMark(), at, "expected a list, such as [a, b] or [], found " + found);
            return Optional.empty();
        }
        final List<T> values = new ArrayList<>();
        for (int i = 0; i < sequence.getValue().size(); i++) {
            value(key.format(), sequence.getValue().get(i), at + "[" + i + "]").ifPresent(values::add);
        }
        return Optional.of(List.copyOf(values));
    }

    /** Whether the value of a key is a list. */
    public boolean isList(Key<?> key) {
        return has(key) && entries.get(key.name()).value() instanceof SequenceNode;
    }

    /** Returns the values of a key that may have one value or a list of values; empty if the key is missing. */
    public <T> Optional<List<T>> findOneOrMore(Key<T> key) {
        final Entry entry = entries.get(key.name());
        return entry != null && entry.value() instanceof ScalarNode
                ? Optional.of(find(key).stream().toList())
                : findList(key);
    }

    /** Returns the values in this section by their user-defined names, in the order of the file. */
    public <T> Map<String, T> values(Format<String> names, Format<T> format) {
        final Map<String, T> values = new LinkedHashMap<>();
        entries.forEach((name, entry) -> {
            checkName(names, name, entry);
            value(format, entry.value(), pathOf(name)).ifPresent(value -> values.put(name, value));
        });
        return values;
    }

    /**
     * If the value of a key refers to a file, returns a supplier that reads the value again at each call, because the file may
     * change; otherwise returns empty. The supplier returns empty as long as the value is wrong.
     */
    public <T> Optional<Supplier<Optional<T>>> again(Key<T> key) {
        final Entry entry = entries.get(key.name());
        if (entry == null
                || !(entry.value() instanceof ScalarNode text)
                || !Interpolation.readsFiles(text.getValue())) {
            return Optional.empty();
        }
        return Optional.of(() -> {
            try {
                return Optional.of(reading.value(text, key.format()));
            } catch (final WrongValueException e) {
                return Optional.empty(); // for example while the file is being written
            }
        });
    }

    private <T> Optional<T> value(Format<T> format, Node node, String at) {
        try {
            return Optional.of(reading.value(node, format));
        } catch (WrongValueException e) {
            reading.report(node.getStartMark(), at, e.getMessage());
            return Optional.empty();
        }
    }

    public boolean has(Key<?> key) {
        return has(key.name());
    }

    public boolean has(String name) {
        return entries.containsKey(name);
    }

    public boolean isEmpty() {
        return entries.isEmpty();
    }

    /** Whether this name has a section with keys and values. */
    public boolean hasSection(String name) {
        return has(name) && entries.get(name).value() instanceof MappingNode;
    }

    /** Returns the section with this name; an empty section if it is left out. */
    public Section child(String name) {
        final Entry entry = entries.get(name);
        return entry == null
                ? new Section(pathOf(name), mark, reading)
                : of(entry.value(), pathOf(name), entry.key().getStartMark(), reading);
    }

    /** Returns the sections in this section by their user-defined names, in the order of the file. */
    public Map<String, Section> children() {
        final Map<String, Section> children = new LinkedHashMap<>();
        entries.forEach((name, entry) -> {
            checkName(Format.name(), name, entry);
            children.put(name, child(name));
        });
        return children;
    }

    private void checkName(Format<String> format, String name, Entry entry) {
        if (format.parse().apply(name).isEmpty()) {
            final String text = "expected " + format.expects() + ", found '" + name + "'";
            reading.report(entry.key().getStartMark(), pathOf(name), text);
        }
    }

    /** Reports a problem with the value of a key, or with the section if the key is left out. */
    public void report(Key<?> key, String text) {
        final Entry entry = entries.get(key.name());
        reading.report(entry == null ? mark : entry.value().getStartMark(), pathOf(key.name()), text);
    }

    /** Whether no problem was reported in this section so far. */
    public boolean isRight() {
        return !reading.isWrong(path);
    }

    /** Reports the finding of a review. Ignores it if the finding's key already has a problem, because the review has then seen a placeholder instead of the value. */
    public void report(Finding finding) {
        if (!reading.isWrong(pathOf(finding.key()))) {
            reading.report(markOf(finding.key().split("\\.")), pathOf(finding.key()), finding.text());
        }
    }

    /** Returns the place of a key in this section or below. If the key is missing, returns the place of its nearest parent. */
    private Mark markOf(String[] keys) {
        Mark at = mark;
        Map<String, Entry> in = entries;
        for (final String key : keys) {
            final Entry entry = in.get(key);
            if (entry == null) {
                return at;
            }
            at = entry.value().getStartMark();
            in = entry.value() instanceof MappingNode ? child(key).entries : Map.of();
        }
        return at;
    }

    /** Reports a problem with this section. */
    public void report(String text) {
        reading.report(mark, path, text);
    }

    public int line() {
        return mark.getLine() + 1;
    }

    /**
     * Returns the file that a key names, resolved for this process; empty if there is no such key. Reports a file that cannot be
     * read.
     *
     * @param kind the kind of file, for messages
     */
    public Optional<Path> file(Key<Path> key, String kind) {
        final Optional<Path> file = find(key).map(this::resolve);
        file.filter(its -> !Files.isReadable(its) || Files.isDirectory(its))
                .ifPresent(its -> report(
                        key,
                        "cannot read the " + kind + ", looked for "
                                + its.toAbsolutePath().normalize()));
        return file;
    }

    /** Reports a duration that is shorter than the duration of another key. */
    public void checkAtLeast(Key<Duration> least, Duration leastValue, Key<Duration> key, Duration value) {
        if (value.compareTo(leastValue) < 0) {
            report(
                    key,
                    "expected at least " + least.name() + ", which is " + Units.write(leastValue) + ", found "
                            + Units.write(value));
        }
    }

    /** Returns a path of the document, resolved for this process. */
    public Path resolve(Path path) {
        return reading.interpolation().baseDir().resolve(path).normalize();
    }

    private String pathOf(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
