/**
 * Puts fencing tokens into requests and databases of an application, and counts them.
 * Called by Spring Boot; not for import.
 */
@NullMarked
package io.github.leaderelection.autoconfigure.fencing;

import org.jspecify.annotations.NullMarked;
