package dev.sluice.service.admin.control;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/** Every thread's stack just now, with its locks, as {@code jstack -l} prints it. */
final class ThreadDump {

    private ThreadDump() {}

    /** @throws RefusedActException if this JVM cannot say */
    static String text() {
        try {
            return (String) ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "threadPrint",
                            new Object[] {new String[] {"-l"}},
                            new String[] {String[].class.getName()});
        } catch (final JMException e) {
            throw new RefusedActException("this JVM prints no threads for others: " + e.getMessage());
        }
    }
}
