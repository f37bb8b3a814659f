/**
 * Which former leaders must be settled before a grant, and how, without threads or links.
 */
@NullMarked
package io.github.leaderelection.internal.nodefence.protocol;

import org.jspecify.annotations.NullMarked;
