package io.github.leaderelection.internal.recordcodec;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the last component of a record that a later version added. It is nullable, and
 * messages leave it out where it is null. So versions without it read the others'
 * messages, and write ones that can be read.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Added {

}
