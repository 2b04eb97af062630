package dev.sluice.service.config;

import dev.sluice.service.config.yaml.Format;
import dev.sluice.service.config.yaml.Keys;
import dev.sluice.service.config.yaml.Keys.Key;
import dev.sluice.service.config.yaml.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The SQL that jobs may send to a database without a declaration.
 *
 * @param allowed whether there is any
 * @param files the files with the texts that may be sent; none where any may be
 * @param texts what is in these
 */
public record AdHoc(boolean allowed, List<Path> files, Set<String> texts) {

    public static final AdHoc NONE = new AdHoc(false, List.of(), Set.of());
    public static final AdHoc ANY = new AdHoc(true, List.of(), Set.of());

    /** A line that ends a text of a file; {@code sluice-jdbc} writes such files. */
    private static final String END = "(?m)^;[ \\t]*$";

    /** Reads the files that the key of that name lists; reports those that cannot be read. */
    static AdHoc listed(Section section, String name) {
        final Key<Path> key = new Keys().list(name, Format.path(), "none", "");
        final List<Path> files = section.findList(key).orElse(List.of()).stream()
                .map(section::resolve)
                .toList();
        final Set<String> texts = files.stream()
                .flatMap(file -> texts(file).orElseGet(() -> {
                    section.report(key, "cannot read the file of allowed SQL, looked for " + file.toAbsolutePath());
                    return Stream.empty();
                }))
                .collect(Collectors.toUnmodifiableSet());
        return new AdHoc(!files.isEmpty(), files, section.cameTo(key, texts));
    }

    private static Optional<Stream<String>> texts(Path file) {
        try {
            return Optional.of(
                    Stream.of(Files.readString(file).replace("\r\n", "\n").split(END))
                            .map(String::strip)
                            .filter(text -> !text.isEmpty()));
        } catch (final IOException e) {
            return Optional.empty();
        }
    }

    /** Whether that text may be sent; white space around it aside. */
    public boolean allows(String sql) {
        return allowed && (files.isEmpty() || texts.contains(sql.strip()));
    }
}
