/**
 * What a member shows to observers, who are no members and learn nothing else of it.
 */
@NullMarked
package io.github.leaderelection.internal.view;

import org.jspecify.annotations.NullMarked;
