"""What somebody does by saying it: the classifier, the words around it, and where both disagree."""
