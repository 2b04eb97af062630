package dev.sluice.internal.queue.files;

import dev.sluice.api.QueueException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.openhft.chronicle.queue.ChronicleQueue;

/** What Chronicle needs of the JDK's internals, checked before it fails with an error that helps nobody. */
public final class JvmFlags {

    private static final List<String> EXPORTS =
            List.of("java.base/jdk.internal.ref", "jdk.compiler/com.sun.tools.javac.file");
    private static final List<String> OPENS =
            List.of("java.base/java.lang", "java.base/java.lang.reflect", "java.base/sun.nio.ch");

    private JvmFlags() {}

    /**
     * Checks this JVM.
     *
     * @throws QueueException if packages are closed; the message has the lines to copy
     */
    public static void check() {
        final Module user = ChronicleQueue.class.getModule();
        final String target = user.isNamed() ? user.getName() : "ALL-UNNAMED";
        final List<String> missing = new ArrayList<>();
        for (final String name : EXPORTS) {
            if (!reachable(name, user, false)) {
                missing.add("--add-exports=" + name + "=" + target);
            }
        }
        for (final String name : OPENS) {
            if (!reachable(name, user, true)) {
                missing.add("--add-opens=" + name + "=" + target);
            }
        }
        if (!missing.isEmpty()) {
            throw new QueueException("This JVM keeps packages closed that Chronicle Queue needs. Start it with"
                    + " 'java @sluice.args ...', or add these lines to its options:\n  "
                    + String.join("\n  ", missing));
        }
    }

    private static boolean reachable(String name, Module user, boolean open) {
        final int slash = name.indexOf('/');
        final String packageName = name.substring(slash + 1);
        final Optional<Module> module = ModuleLayer.boot().findModule(name.substring(0, slash));
        return module.isEmpty()
                || (open ? module.get().isOpen(packageName, user) : module.get().isExported(packageName, user));
    }
}
