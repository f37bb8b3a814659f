/**
 * The page that shows the elections of a node in a browser.
 */
@NullMarked
package io.github.leaderelection.internal.page;

import org.jspecify.annotations.NullMarked;
