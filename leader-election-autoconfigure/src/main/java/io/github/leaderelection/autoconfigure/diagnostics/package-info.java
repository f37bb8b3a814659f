/**
 * Explains failures of startup, with their remedies. Called by Spring Boot; not for
 * import.
 */
@NullMarked
package io.github.leaderelection.autoconfigure.diagnostics;

import org.jspecify.annotations.NullMarked;
