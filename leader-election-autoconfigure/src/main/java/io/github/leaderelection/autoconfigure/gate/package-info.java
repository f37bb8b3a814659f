/**
 * Auto-configuration of the gate for leader-only methods. Called by Spring Boot; not for
 * import.
 */
@NullMarked
package io.github.leaderelection.autoconfigure.gate;

import org.jspecify.annotations.NullMarked;
