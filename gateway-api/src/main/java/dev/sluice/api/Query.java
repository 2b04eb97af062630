package dev.sluice.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method of a user-defined interface. When {@code Futures.declare} implements the interface, the method runs the query
 * with the given name, or the given SQL if the configuration allows ad hoc SQL.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Query {

    /**
     * Returns a declared name, or SQL with a {@code ?} for each argument; empty if the declared name equals the method's name.
     */
    String value() default "";
}
