/**
 * Auto-configuration of endpoint, health, info and meters. Called by Spring Boot; not for
 * import.
 */
@NullMarked
package io.github.leaderelection.autoconfigure.actuate;

import org.jspecify.annotations.NullMarked;
