package dev.sluice.testing.memory;

import dev.sluice.transport.Notices;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Notices of one kind. */
final class MemoryNotices implements Notices {

    private final String kind;
    private final Map<String, byte[]> notices = new ConcurrentHashMap<>();

    MemoryNotices(String kind) {
        this.kind = kind;
    }

    @Override
    public String place(String name) {
        return "the notice " + kind + "-" + name + " in memory";
    }

    @Override
    public Optional<String> read(String name) {
        return Optional.ofNullable(notices.get(name)).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    @Override
    public void write(String name, byte[] content) {
        notices.put(name, content.clone());
    }

    @Override
    public void delete(String name) {
        notices.remove(name);
    }
}
