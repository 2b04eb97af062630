import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Measures the sources and classes of all modules; run by measure-house from the project's directory. With {@code --check}
 * it ends with 1 if there is another fault than those that {@code .ci/house} lists: a room with more than its budget in
 * {@code .ci/rooms}, a file or a package that is too large, or packages or classes that depend on each other in a cycle. A
 * fault of the list that is mended has to leave it.
 */
final class MeasureHouse {

    private static final int MOST_FILES = 30;
    private static final List<String> FAULTS = new ArrayList<>();

    private static final int LONG_FILE = 400;
    private static final Pattern PUBLIC_PACKAGES =
            Pattern.compile("dev\\.sluice\\.(api|client|client\\.job|client\\.loop)\\.[^.]+");
    private static final Pattern DEPENDENCY = Pattern.compile("^ {3}(dev\\.sluice\\S+)\\s+-> (dev\\.sluice\\S+)");
    private static final Pattern PUBLIC_TYPE =
            Pattern.compile("^public .*?(?:class|interface) ([\\w.$]+)", Pattern.MULTILINE);
    private static final Pattern FRAME = Pattern.compile("^\\| *\\d+ *\\|", Pattern.MULTILINE);

    public static void main(String[] arguments) throws IOException {
        final List<Path> modules = modules(Path.of("."));
        final List<Room> rooms = rooms();
        final Map<String, Integer> packages = new TreeMap<>();
        int files = 0;
        int code = 0;
        int comments = 0;
        for (final Path module : modules) {
            for (final Path file : sources(module.resolve("src/main"))) {
                final Lines lines = Lines.of(file);
                files++;
                code += lines.code();
                comments += lines.comments();
                if (!file.endsWith("package-info.java")) {
                    packages.merge(name(module) + " " + packageOf(file), 1, Integer::sum);
                }
                if (lines.all() > LONG_FILE) {
                    fault("too long: " + file.normalize());
                }
                Room.of(rooms, name(module), inside(file)).ifPresentOrElse(
                        room -> room.add(lines), () -> fault("in no room of .ci/rooms: " + file.normalize()));
            }
        }
        System.out.printf("%-20s %14s %14s%n", "room", "lines/budget", "files/budget");
        rooms.forEach(Room::report);
        row("code lines of main, without comments and blanks", code);
        row("  comment lines, per cent of both", Math.round(100.0 * comments / (code + comments)));
        row("main files, none above " + LONG_FILE + " lines", files);
        final var largest = packages.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .toList();
        row("largest package, files (goal 30)", largest.get(0).getValue());
        largest.stream()
                .filter(entry -> entry.getValue() > MOST_FILES)
                .forEach(entry -> fault("too many files: " + entry.getKey()));
        classes(modules);
        final Path walk = Path.of("docs/explanation/how-it-works.md");
        row(
                "frames from lookup to rows, by docs/explanation/how-it-works.md (goal 40)",
                Files.exists(walk) ? FRAME.matcher(Files.readString(walk)).results().count() : "not written");
        row("tests, lines", lines(modules, "src/test"));
        for (final Path module : modules) {
            final Path libraries = module.resolve("target/lib");
            if (Files.isDirectory(libraries)) {
                row("libraries beside " + name(module) + ", MB", size(libraries) / 1_000_000);
            }
        }
        if (List.of(arguments).contains("--check")) {
            check();
        }
    }

    private static void check() throws IOException {
        final Set<String> known = Files.readAllLines(Path.of(".ci/house")).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .collect(Collectors.toCollection(TreeSet::new));
        final List<String> added = FAULTS.stream().filter(fault -> !known.contains(fault)).toList();
        final List<String> mended = known.stream().filter(fault -> !FAULTS.contains(fault)).toList();
        added.forEach(fault -> System.out.println("New, to be mended: " + fault));
        mended.forEach(fault -> System.out.println("Mended, to be taken out of .ci/house: " + fault));
        if (!added.isEmpty() || !mended.isEmpty()) {
            System.exit(1);
        }
    }

    private static void fault(String fault) {
        System.out.println("    " + fault);
        FAULTS.add(fault);
    }

    private static void classes(List<Path> modules) throws IOException {
        final Map<String, Set<String>> uses = new TreeMap<>();
        for (final Path module : modules) {
            final Path classes = module.resolve("target/classes");
            if (Files.isDirectory(classes)) {
                run("jdeps", "-v", "--multi-release", "base", classes.toString()).lines().forEach(line -> {
                    final Matcher found = DEPENDENCY.matcher(line);
                    if (found.find()) {
                        uses.computeIfAbsent(outer(found.group(1)), from -> new TreeSet<>()).add(outer(found.group(2)));
                    }
                });
            }
        }
        final Set<String> cycles = new Cycles(uses)
                .all().stream().map(cycle -> String.join(" ", cycle)).collect(Collectors.toCollection(LinkedHashSet::new));
        row("largest cycle of classes (goal 4)", cycles.stream().findFirst().map(cycle -> cycle.split(" ").length).orElse(0));
        row("cycles of classes", cycles.size());
        cycles.forEach(cycle -> fault("a cycle of classes: " + cycle));
        final Map<String, Set<String>> packages = new TreeMap<>();
        uses.forEach((from, all) -> all.forEach(to -> packages
                .computeIfAbsent(inPackage(from), its -> new TreeSet<>())
                .add(inPackage(to))));
        new Cycles(packages).all().forEach(cycle -> fault("a cycle of packages: " + String.join(" ", cycle)));
        final List<String> command = new ArrayList<>(List.of("-public"));
        try (Stream<Path> files = Files.walk(Path.of("gateway-api/target/classes"))) {
            files.filter(file -> file.toString().endsWith(".class")
                            && !file.getFileName().toString().matches("(package|module)-info.class|.*\\$\\d.*"))
                    .forEach(file -> command.add(file.toString()));
        }
        final Set<String> types = PUBLIC_TYPE.matcher(run("javap", command.toArray(String[]::new))).results()
                .map(found -> found.group(1)).collect(Collectors.toCollection(TreeSet::new));
        final long offered = types.stream()
                .filter(type -> PUBLIC_PACKAGES.matcher(type).matches() && types.contains(outer(type)))
                .count();
        row("public types in the client's public packages (goal 60)", offered);
        row("  public types in its other packages", types.size() - offered);
    }

    private static void row(String measure, Object value) {
        System.out.printf("%-70s %s%n", measure, value);
    }

    private static String name(Path module) {
        return Path.of(".").relativize(module).toString();
    }

    private static String outer(String type) {
        final int nested = type.indexOf('$');
        return nested < 0 ? type : type.substring(0, nested);
    }

    private static String inPackage(String type) {
        return type.substring(0, type.lastIndexOf('.'));
    }

    private static String packageOf(Path file) {
        return inside(file.getParent()).replace('/', '.');
    }

    /** The path of a source, or its folder, from its package on. */
    private static String inside(Path source) {
        final String path = source.toString().replace('\\', '/');
        return path.substring(path.indexOf("/src/main/") + 10).replaceFirst("^[a-z]+/", "");
    }

    private static List<Room> rooms() throws IOException {
        return Files.readAllLines(Path.of(".ci/rooms")).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> line.trim().split("\\s+"))
                .map(words -> new Room(
                        words[0],
                        Integer.parseInt(words[1]),
                        Integer.parseInt(words[2]),
                        words[3],
                        List.of(words).subList(4, words.length)))
                .toList();
    }

    private static List<Path> modules(Path root) throws IOException {
        try (Stream<Path> all = Files.find(root, 4, (path, file) -> path.endsWith("pom.xml"))) {
            return all.map(Path::getParent)
                    .filter(module -> Files.isDirectory(module.resolve("src/main")))
                    .sorted()
                    .toList();
        }
    }

    private static List<Path> sources(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().matches(".*\\.(java|kt)")).toList();
        }
    }

    private static int lines(List<Path> modules, String folder) throws IOException {
        int lines = 0;
        for (final Path module : modules) {
            for (final Path file : sources(module.resolve(folder))) {
                lines += Lines.of(file).all();
            }
        }
        return lines;
    }

    private static long size(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            long size = 0;
            for (final Path file : (Iterable<Path>) all::iterator) {
                size += Files.size(file);
            }
            return size;
        }
    }

    private static String run(String tool, String... arguments) {
        final StringWriter text = new StringWriter();
        final PrintWriter to = new PrintWriter(text);
        ToolProvider.findFirst(tool).orElseThrow().run(to, to, arguments);
        return text.toString();
    }

    /** A room of the house, with what it has and what it may have. */
    private static final class Room {

        private final String name;
        private final int mostLines;
        private final int mostFiles;
        private final String module;
        private final List<String> paths;
        private int lines;
        private int files;

        Room(String name, int mostLines, int mostFiles, String module, List<String> paths) {
            this.name = name;
            this.mostLines = mostLines;
            this.mostFiles = mostFiles;
            this.module = module;
            this.paths = paths;
        }

        /** The room of a source: that with the longest path that it begins with. */
        static Optional<Room> of(List<Room> rooms, String module, String source) {
            return rooms.stream()
                    .filter(room -> (module + "/").startsWith(room.module + "/") && room.nearness(source) > 0)
                    .max(Comparator.comparingInt((Room room) -> room.module.length())
                            .thenComparingInt(room -> room.nearness(source)));
        }

        private int nearness(String source) {
            return paths.stream()
                    .filter(path -> source.startsWith(path + "/"))
                    .mapToInt(String::length)
                    .max()
                    .orElse(paths.isEmpty() ? 1 : 0);
        }

        void add(Lines its) {
            lines += its.code();
            files++;
        }

        void report() {
            System.out.printf("%-20s %14s %14s%n", name, lines + "/" + mostLines, files + "/" + mostFiles);
            if (lines > mostLines || files > mostFiles) {
                fault("above its budget in .ci/rooms: " + name);
            }
        }
    }

    private record Lines(int all, int code, int comments) {

        static Lines of(Path file) throws IOException {
            int code = 0;
            int comments = 0;
            boolean inside = false;
            boolean text = false;
            final List<String> lines = Files.readAllLines(file);
            for (final String line : lines) {
                final String trimmed = line.strip();
                if (trimmed.isEmpty()) {
                    continue;
                }
                if (!text && (inside || trimmed.startsWith("//") || trimmed.startsWith("/*"))) {
                    comments++;
                    inside = (inside || trimmed.startsWith("/*")) && !trimmed.contains("*/");
                } else {
                    code++;
                }
                text ^= trimmed.split("\"\"\"", -1).length % 2 == 0;
            }
            return new Lines(lines.size(), code, comments);
        }
    }

    /** The strongly connected components of two classes and more, largest first; by Tarjan's algorithm. */
    private static final class Cycles {

        private final Map<String, Set<String>> uses;
        private final Map<String, Integer> index = new HashMap<>();
        private final Map<String, Integer> low = new HashMap<>();
        private final Deque<String> stack = new ArrayDeque<>();
        private final List<List<String>> found = new ArrayList<>();

        Cycles(Map<String, Set<String>> uses) {
            this.uses = uses;
        }

        List<List<String>> all() {
            for (final String type : uses.keySet()) {
                if (!index.containsKey(type)) {
                    visit(type);
                }
            }
            found.sort(Comparator.<List<String>>comparingInt(Collection::size).reversed());
            return found;
        }

        private void visit(String type) {
            index.put(type, index.size());
            low.put(type, index.get(type));
            stack.push(type);
            for (final String used : uses.getOrDefault(type, Set.of())) {
                if (!index.containsKey(used)) {
                    visit(used);
                    low.merge(type, low.get(used), Math::min);
                } else if (stack.contains(used)) {
                    low.merge(type, index.get(used), Math::min);
                }
            }
            if (low.get(type).equals(index.get(type))) {
                final List<String> cycle = new ArrayList<>();
                do {
                    cycle.add(stack.pop());
                } while (!cycle.get(cycle.size() - 1).equals(type));
                if (cycle.size() > 1) {
                    cycle.sort(null);
                    found.add(cycle);
                }
            }
        }
    }
}
