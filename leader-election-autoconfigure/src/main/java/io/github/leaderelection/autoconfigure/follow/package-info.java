/**
 * Auto-configuration of beans that follow leadership. Called by Spring Boot; not for
 * import.
 */
@NullMarked
package io.github.leaderelection.autoconfigure.follow;

import org.jspecify.annotations.NullMarked;
