package dev.sluice.replay.mishap;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Random;

/** A mistake of an operator with the files of a pair; says what it was. */
enum Mishap {
    COPY_OF_ANOTHER {
        @Override
        String happen(Path pair, History own, History other, Random random) throws IOException {
            final String queue = queue(random);
            final String from = one(own.last().rolls(queue), random);
            final String to = one(own.last().rolls(queue), random);
            own.last().write(from, pair.resolve(to));
            return from + " copied over " + to;
        }
    },
    OLD_FILE {
        @Override
        String happen(Path pair, History own, History other, Random random) throws IOException {
            final Snapshot old = one(own.states(), random);
            final String file = one(old.rolls(queue(random)), random);
            old.write(file, pair.resolve(file));
            return "an old " + file + " restored";
        }
    },
    MISSING {
        @Override
        String happen(Path pair, History own, History other, Random random) throws IOException {
            final String file = one(own.last().rolls(queue(random)), random);
            Files.deleteIfExists(pair.resolve(file));
            return file + " deleted";
        }
    },
    RENAMED {
        @Override
        String happen(Path pair, History own, History other, Random random) throws IOException {
            final String queue = queue(random);
            final String from = one(own.last().rolls(queue), random);
            final String to = random.nextBoolean()
                    ? one(own.last().rolls(queue), random)
                    : one(other.last().rolls(queue), random);
            if (Files.exists(pair.resolve(from)) && !from.equals(to)) {
                Files.move(pair.resolve(from), pair.resolve(to), StandardCopyOption.REPLACE_EXISTING);
            }
            return from + " renamed to " + to;
        }
    },
    EXCHANGED {
        @Override
        String happen(Path pair, History own, History other, Random random) throws IOException {
            final String queue = queue(random);
            final String one = one(own.last().rolls(queue), random);
            final String two = one(own.last().rolls(queue), random);
            own.last().write(one, pair.resolve(two));
            own.last().write(two, pair.resolve(one));
            return one + " and " + two + " exchanged";
        }
    },
    FILE_OF_OTHER_QUEUES {
        @Override
        String happen(Path pair, History own, History other, Random random) throws IOException {
            final String queue = queue(random);
            final List<String> files = own.last().rolls(queue);
            final int place = random.nextInt(files.size());
            final List<String> others = other.last().rolls(queue);
            final String from =
                    random.nextInt(3) == 0 ? one(others, random) : others.get(Math.min(place, others.size() - 1));
            other.last().write(from, pair.resolve(files.get(place)));
            return "another pair's " + from + " over " + files.get(place);
        }
    },
    ADDED {
        @Override
        String happen(Path pair, History own, History other, Random random) throws IOException {
            final String queue = queue(random);
            final History source = random.nextBoolean() ? own : other;
            final String from = one(source.last().rolls(queue), random);
            final String to = one(other.last().rolls(queue), random);
            source.last().write(from, pair.resolve(to));
            return (source == own ? "" : "another pair's ") + from + " copied to " + to;
        }
    },
    TRUNCATED {
        @Override
        String happen(Path pair, History own, History other, Random random) throws IOException {
            final String file = one(own.last().rolls(queue(random)), random);
            if (Files.notExists(pair.resolve(file))) {
                return "nothing";
            }
            final int used = own.last().files().get(file).length;
            final int length = random.nextInt(4) == 0 ? 0 : random.nextInt(used);
            try (RandomAccessFile out = new RandomAccessFile(pair.resolve(file).toFile(), "rw")) {
                out.setLength(length);
            }
            return file + " cut to " + length + " of " + used;
        }
    },
    REQUESTS_AND_RESULTS {
        @Override
        String happen(Path pair, History own, History other, Random random) throws IOException {
            final String queue = queue(random);
            final String from = one(own.last().rolls(queue), random);
            final String to = one(own.last().rolls(queue.equals("in") ? "out" : "in"), random);
            own.last().write(from, pair.resolve(to));
            return from + " copied over " + to;
        }
    },
    DIRECTORIES_EXCHANGED {
        @Override
        String happen(Path pair, History own, History other, Random random) throws IOException {
            Files.move(pair.resolve("in"), pair.resolve("aside"));
            Files.move(pair.resolve("out"), pair.resolve("in"));
            Files.move(pair.resolve("aside"), pair.resolve("out"));
            return "in and out exchanged";
        }
    },
    OLD_DIRECTORY {
        @Override
        String happen(Path pair, History own, History other, Random random) throws IOException {
            final String queue = queue(random);
            final int state = random.nextInt(own.states().size());
            final boolean over = random.nextBoolean();
            if (!over) {
                Snapshot.delete(pair.resolve(queue));
            }
            restore(own.states().get(state), queue, queue, pair);
            return "state " + state + " of " + queue + (over ? " over it" : " in place of it");
        }
    },
    DIRECTORY_OF_OTHER_QUEUES {
        @Override
        String happen(Path pair, History own, History other, Random random) throws IOException {
            final String queue = queue(random);
            final boolean over = random.nextBoolean();
            if (!over) {
                Snapshot.delete(pair.resolve(queue));
            }
            final boolean rolls = random.nextBoolean();
            final List<String> names = rolls
                    ? other.last().rolls(queue)
                    : other.last().files().keySet().stream()
                            .filter(name -> name.startsWith(queue + "/"))
                            .toList();
            for (final String name : names) {
                other.last().write(name, pair.resolve(name));
            }
            return "another pair's " + (rolls ? "roll files of " : "") + queue
                    + (over ? " over it" : " in place of it");
        }
    },
    DIRECTORY_INTO_THE_OTHER {
        @Override
        String happen(Path pair, History own, History other, Random random) throws IOException {
            final String from = queue(random);
            final String to = from.equals("in") ? "out" : "in";
            restore(own.last(), from, random.nextBoolean() ? to : to + "/" + from, pair);
            return from + " copied into " + to;
        }
    },
    SMALL_FILE {
        @Override
        String happen(Path pair, History own, History other, Random random) throws IOException {
            final Snapshot old = random.nextInt(3) == 0 ? other.last() : one(own.states(), random);
            final List<String> files = old.files().keySet().stream()
                    .filter(name -> !name.endsWith(".cq4"))
                    .toList();
            final String file = one(files, random);
            if (random.nextInt(3) == 0) {
                Files.deleteIfExists(pair.resolve(file));
                return file + " deleted";
            }
            old.write(file, pair.resolve(file));
            return "another " + file + " restored: "
                    + (file.endsWith("log") ? Files.readString(pair.resolve(file), StandardCharsets.US_ASCII) : "");
        }
    };

    /** Does it; what it needs may not be there any more when something else happened before. */
    abstract String happen(Path pair, History own, History other, Random random) throws IOException;

    private static String queue(Random random) {
        return random.nextBoolean() ? "in" : "out";
    }

    private static <T> T one(List<T> list, Random random) {
        return list.get(random.nextInt(list.size()));
    }

    private static void restore(Snapshot snapshot, String queue, String to, Path pair) throws IOException {
        for (final String name : snapshot.files().keySet()) {
            if (name.startsWith(queue + "/")) {
                snapshot.write(name, pair.resolve(to).resolve(name.substring(queue.length() + 1)));
            }
        }
    }
}
