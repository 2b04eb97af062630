package dev.sluice.service.init;

import dev.sluice.service.init.JavaTable.JavaColumn;
import dev.sluice.service.jdbc.catalog.KeyedTable.Column;
import dev.sluice.service.jdbc.catalog.KeyedTables;
import dev.sluice.service.jdbc.connect.Product;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The files of a project, made of templates.
 *
 * @param name the name of the project and of its gateway
 * @param access the database
 * @param found what was read of the database
 * @param tables the tables with their names in Java; the job is for the first
 */
record Project(String name, Access access, KeyedTables found, List<JavaTable> tables) {

    private static final int LINE = 110;
    private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");
    private static final String SOURCES = "src/main/java/com/example/batch/";
    private static final String TESTS = "src/test/java/com/example/batch/";

    /**
     * How the database is reached.
     *
     * @param passwordVariable the environment variable with the password; empty if the user has none
     */
    record Access(String url, String user, String passwordVariable) {

        /** Returns this as the section of a configuration. */
        String yaml() {
            return "databases:\n  main:\n    url: " + scalar(url) + "\n    user: " + scalar(user) + "\n"
                    + (passwordVariable.isEmpty() ? "" : "    password: ${" + passwordVariable + "}\n");
        }

        private static String scalar(String text) {
            return "'" + text.replace("'", "''") + "'";
        }
    }

    /** Returns the texts of the files by their paths, in the order in which they are to be read. */
    Map<String, String> files() {
        final JavaTable table = tables.get(0);
        final String job = JavaNames.type(table.method()) + "Job";
        final Map<String, String> values = values(table, job);
        final Map<String, String> files = new LinkedHashMap<>();
        files.put("README.md", filled("README.md.txt", values));
        files.put("gateway.yaml", filled("gateway.yaml.txt", values));
        files.put("pom.xml", filled("pom.xml.txt", values));
        files.put("sluice.args", filled("sluice.args", values));
        files.put(SOURCES + "Questions.java", filled("Questions.java.txt", values));
        files.put(SOURCES + job + ".java", filled("Job.java.txt", values));
        files.put(TESTS + job + "Test.java", filled("JobTest.java.txt", values));
        return files;
    }

    private Map<String, String> values(JavaTable table, String job) {
        final List<JavaColumn> key = table.key();
        final String password = access.passwordVariable;
        final String[] driver = driver(Product.of(access.url)).split(":");
        return Map.ofEntries(
                Map.entry("name", name),
                Map.entry("version", text("version.txt").strip()),
                Map.entry("repository", repository()),
                Map.entry("database", access.yaml()),
                Map.entry("lookups", tables.stream().map(this::lookup).collect(Collectors.joining("\n"))),
                Map.entry("driverGroup", driver[0]),
                Map.entry("driverArtifact", driver[1]),
                Map.entry("driverVersion", found.driverVersion()),
                Map.entry("methods", tables.stream().map(Project::method).collect(Collectors.joining("\n"))),
                Map.entry("imports", imports(tables.stream().flatMap(JavaTable::columns))),
                Map.entry("tableImports", imports(table.columns())),
                Map.entry("keyImports", imports(key.stream())),
                Map.entry("job", job),
                Map.entry("method", table.method()),
                Map.entry("type", table.type()),
                Map.entry("url", literal(access.url)),
                Map.entry("user", literal(access.user)),
                Map.entry("javaPassword", password.isEmpty() ? "\"\"" : "System.getenv(\"" + password + "\")"),
                Map.entry(
                        "passwordNote",
                        password.isEmpty() ? "" : " `" + password + "` in the environment is the database's password."),
                Map.entry("keysSql", literal(keys(table))),
                Map.entry("keyComponents", listed(key, JavaColumn::declaration, "            ")),
                Map.entry("keyText", key.size() == 1 ? text(key.get(0)) : joined(key)),
                Map.entry("keyArguments", listed(key, one -> "key." + one.name() + "()", "")),
                Map.entry("keyReads", reads(key)),
                Map.entry("values", values(table)),
                Map.entry("firstKey", listed(key, one -> one.type().sample(false), "")),
                Map.entry("secondKey", listed(key, one -> one.type().sample(true), "")),
                Map.entry("samples", listed(table.row(), one -> one.type().sample(false), "                    ")));
    }

    /** Returns the Maven repository that a release has beside its programs; empty for a build from sources. */
    private static String repository() {
        final Path jar;
        try {
            jar = Path.of(Project.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (final URISyntaxException e) {
            throw new IllegalStateException(e);
        }
        final Path maven = jar.resolveSibling("../maven").normalize();
        return Files.isDirectory(maven)
                ? "  <repositories>\n    <repository>\n      <id>sluice</id>\n      <url>" + maven.toUri()
                        + "</url>\n    </repository>\n  </repositories>\n\n"
                : "";
    }

    private static String driver(Product product) {
        return switch (product) {
            case POSTGRESQL -> "org.postgresql:postgresql";
            case HSQLDB -> "org.hsqldb:hsqldb";
            case H2 -> "com.h2database:h2";
            case MARIADB -> "org.mariadb.jdbc:mariadb-java-client";
            default -> throw new IllegalArgumentException("no lookups are written for " + product);
        };
    }

    private String lookup(JavaTable table) {
        final StringBuilder yaml = new StringBuilder();
        for (final Column column : table.table().columns()) {
            final String unasked = table.unasked().get(column.name());
            yaml.append("  # ").append(column.sql()).append(' ').append(column.declared());
            yaml.append(column.nullable() ? "" : " NOT NULL");
            yaml.append(table.table().key().contains(column) ? ", key" : "");
            yaml.append(unasked == null ? "" : ", not asked: " + unasked).append('\n');
        }
        return "  " + table.method() + ":\n"
                + yaml.toString().indent(2)
                + "    sql: |-\n      SELECT "
                + listed(table.row(), column -> column.selected(found.quote()), "        ")
                + "\n      FROM " + table.table().sql()
                + "\n      WHERE "
                + each(table.key(), one -> one.column().sql() + " = ?").collect(Collectors.joining(" AND "))
                + "\n    types: ["
                + listed(table.key(), one -> one.type().name().toLowerCase(Locale.ROOT), "")
                + "]\n";
    }

    private static String method(JavaTable table) {
        return "    record " + table.type() + "("
                + listed(table.row(), JavaColumn::declaration, "            ") + ") {}\n\n    "
                + table.type() + " " + table.method() + "("
                + listed(table.key(), JavaColumn::declaration, "            ") + ");\n";
    }

    private static String keys(JavaTable table) {
        final String columns = each(table.key(), one -> one.column().sql()).collect(Collectors.joining(", "));
        return "SELECT " + columns + " FROM " + table.table().sql() + " ORDER BY " + columns;
    }

    private static String joined(List<JavaColumn> key) {
        return "String.join(\"/\", "
                + listed(
                        key,
                        one -> one.type() == JavaType.TEXT
                                ? "java.net.URLEncoder.encode(key." + one.name()
                                        + "(), java.nio.charset.StandardCharsets.UTF_8)"
                                : text(one),
                        "                ")
                + ")";
    }

    private static String text(JavaColumn one) {
        return (one.type().hasText() ? "String.valueOf" : "java.util.HexFormat.of().formatHex") + "(key." + one.name()
                + "())";
    }

    private static String reads(List<JavaColumn> key) {
        return listed(key, one -> one.type().read(key.indexOf(one) + 1), "                        ");
    }

    /** Returns the expressions of a line's values: those whose text tells all of them. */
    private static String values(JavaTable table) {
        return wrapped(
                Stream.concat(
                                Stream.of("text(key)"),
                                each(
                                        table.row().stream()
                                                .filter(one -> one.type().hasText())
                                                .toList(),
                                        one -> "row." + one.name() + "()"))
                        .toList(),
                "                        ");
    }

    private static String imports(Stream<JavaColumn> columns) {
        return columns.map(column -> column.type().imported())
                .filter(name -> !name.isEmpty())
                .sorted()
                .distinct()
                .map(name -> "import " + name + ";\n")
                .collect(Collectors.joining());
    }

    private static <T> Stream<String> each(List<T> all, Function<T, String> text) {
        return all.stream().map(text);
    }

    private static String listed(List<JavaColumn> columns, Function<JavaColumn, String> text, String indent) {
        return wrapped(each(columns, text).toList(), indent);
    }

    /** Joins parts by commas, in lines that are not too long; each further line begins with the indentation. */
    private static String wrapped(List<String> parts, String indent) {
        final StringBuilder lines = new StringBuilder();
        int length = 0;
        for (final String part : parts) {
            if (!lines.isEmpty()) {
                final boolean full = length + part.length() > LINE - indent.length();
                lines.append(full ? ",\n" + indent : ", ");
                length = full ? 0 : length;
            }
            lines.append(part);
            length += part.length() + 2;
        }
        return lines.toString();
    }

    private static String literal(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static String filled(String template, Map<String, String> values) {
        return PLACE.matcher(text(template)).replaceAll(place -> Matcher.quoteReplacement(values.get(place.group(1))));
    }

    private static String text(String resource) {
        try (InputStream in = Project.class.getResourceAsStream(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
